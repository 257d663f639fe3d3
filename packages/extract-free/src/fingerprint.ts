import { createHash } from 'node:crypto'
import { compareCodePoints } from '@pinakes/manifest'

/**
 * `inputs` as one line of JSON: keys in code-point order, separators `", "` and `": "`, non-ASCII as itself. Python's
 * `json.dumps(inputs, sort_keys=True, ensure_ascii=False)` gives the same text.
 */
export function canonicalJson(inputs: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(inputs)
    .sort(compareCodePoints)
    .map((key) => `${JSON.stringify(key)}: ${JSON.stringify(inputs[key] ?? '')}`)
  return `{${pairs.join(', ')}}`
}

/** 64 lower-case hex digits that change when anything deciding an extraction's text changes. */
export function extractionFingerprint(inputs: Readonly<Record<string, string>>): string {
  return createHash('sha256').update(canonicalJson(inputs), 'utf8').digest('hex')
}
