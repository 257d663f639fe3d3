import type { CommandIo } from '../io.js'

/** The environment variable that asks for names as `--ner` does. */
export const NER_VARIABLE = 'PINAKES_NER'

/** Whether names are asked for: by the option, or by `PINAKES_NER=1`. */
export function wantsEntities(flag: boolean, env: CommandIo['env']): boolean {
  return flag || env[NER_VARIABLE] === '1'
}
