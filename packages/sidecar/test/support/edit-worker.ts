import type { KbUlid } from '@pinakes/manifest'
import { editSidecar } from '../../src/index.js'

/**
 * A process that edits one sidecar again and again: `add <path> <root> <owner> <target> <name> <count>` adds links,
 * `toggle <path> <root> <owner>` switches the tags to and fro until it is killed. Says `ready` when it begins.
 */
const [mode, path = '', kbRoot = '', owner = '', target = '', name = '', count = '0'] = process.argv.slice(2)
const options = { owner: owner as KbUlid, kbRoot }

process.stdout.write('ready\n')
if (mode === 'add') {
  for (let n = 0; n < Number(count); n++) {
    await editSidecar(path, [{ kind: 'add-link', to: target, rel: `${name} ${n}` }], options)
  }
} else {
  for (let n = 0; ; n++) {
    await editSidecar(path, [{ kind: 'set-tags', tags: n % 2 === 0 ? ['even'] : ['odd'] }], options)
  }
}
