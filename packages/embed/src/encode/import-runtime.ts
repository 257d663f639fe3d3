import { EmbedError } from '../errors.js'
import { installLine } from '../install-line.js'

/**
 * What `load` imports: the model runtime `name`.
 * @throws EmbedError `EMBED_BACKEND_MISSING` if it is there and does not load, as when it was installed for another
 * system or without its binary
 */
export async function importRuntime<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new EmbedError({
      code: 'EMBED_BACKEND_MISSING',
      message: `The model runtime ${name} is installed and cannot be loaded: ${reason}`,
      remedy: `Install it again: ${installLine(name)} --force`,
      details: { module: name },
      cause,
    })
  }
}
