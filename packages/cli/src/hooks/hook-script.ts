import { FREE_EXTRACTION_FLAG } from '../free-extraction.js'
import { shellWord } from '../output/lines.js'

/** The second line of every hook of ours. */
export const HOOK_MARKER = '# installed by pinakes'

/** The hooks, each with what `pnk` does in it and what is missing where it cannot be run. */
const HOOKS = {
  'pre-commit': {
    flags: `--sidecars-only --stage --quiet ${FREE_EXTRACTION_FLAG}`,
    without: 'new documents are committed without their sidecars',
  },
  'post-commit': {
    flags: `--index-only --quiet ${FREE_EXTRACTION_FLAG}`,
    without: 'the index stays as it is',
  },
  'post-merge': {
    flags: `--index-only --quiet ${FREE_EXTRACTION_FLAG}`,
    without: 'the index stays as it is',
  },
} as const

export type HookName = keyof typeof HOOKS

export const HOOK_NAMES = Object.keys(HOOKS) as readonly HookName[]

/** A knowledge base by its path from the top of the working tree; `.` is the top itself. */
type KbInTree = string

/**
 * The text of a hook. Where the branch has no such knowledge base, or `pnk` cannot start, it does nothing and blocks
 * nothing.
 */
export function hookScript(name: HookName, kb: KbInTree): string {
  return `#!/bin/sh
${HOOK_MARKER}
# It never spends: ${FREE_EXTRACTION_FLAG} forces the free extractor, whatever the manifest says.
kb=${shellWord(kb)}
[ -f "$kb/pinakes.toml" ] || exit 0
for program in node pnk; do
  command -v "$program" >/dev/null 2>&1 || {
    echo "pinakes: $program is not on PATH, so ${HOOKS[name].without}; run pnk sync later" >&2
    exit 0
  }
done
exec pnk sync${kb === '.' ? '' : ' --kb="$kb"'} ${HOOKS[name].flags}
`
}

/** The line that a hook of somebody else needs to do the same; with the marker, so that both can be told apart. */
export function hookSuggestion(name: HookName, kb: KbInTree): string {
  const place = kb === '.' ? '' : ` --kb=${shellWord(kb)}`
  return `if command -v pnk >/dev/null 2>&1; then pnk sync${place} ${HOOKS[name].flags}; fi ${HOOK_MARKER}`
}

/** True for the text of a hook that Pinakes wrote, in either edition. */
export function isOurHook(text: string): boolean {
  return text.split('\n', 2)[1] === HOOK_MARKER
}

/** The knowledge base that a hook of ours serves. */
export function servedKb(text: string): KbInTree {
  const word = /^kb=(.+)\n\[ -f /ms.exec(text)?.[1] ?? '.'
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word
}
