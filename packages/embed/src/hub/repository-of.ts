import { checkModelId } from '../hub-cache.js'
import { parseModelName } from '../profile/model-name.js'

/**
 * The Hugging Face repository that a model's name means: without `:int8`, and for some models the one where their
 * eight-bit weights are published.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN` for another suffix, or what cannot be an id
 */
export function repositoryOf(model: string): string {
  const { repo } = parseModelName(model)
  checkModelId(repo)
  return repo
}
