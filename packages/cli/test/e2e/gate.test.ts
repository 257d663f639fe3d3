import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshKb, pnk } from './pnk.js'

const QUESTIONS = `questions:
  - {question: who repairs the pump, kind: simple-lookup, expect: [docs/pump.md]}
  - id: two-steps
    question: who repairs what the cellar needs
    kind: multi-hop
    expect: [docs/cellar.md, docs/pump.md]
    hops:
      - {query: what does the cellar need, expect: docs/cellar.md}
      - {query: who repairs the pump, expect: docs/pump.md}
  - {question: when was the airport opened, kind: no-answer}
`

function library(): string {
  const root = freshKb({
    'docs/pump.md': '# Pump\n\nThe keeper repairs the pump in spring.\n\nIt is oiled by Ingrid Solheim.\n',
    'docs/cellar.md': '# Cellar\n\nThe cellar needs the pump.\n\nIngrid Solheim has the key.\n',
    'docs/boats.md': '# Boats\n\nBoats are tarred before winter.\n',
    'eval/questions.yaml': QUESTIONS,
  })
  const done = pnk(['sync'], { cwd: root })
  if (done.status !== 0) throw new Error(done.stderr)
  return root
}

interface GateJson {
  channel: string
  passed: boolean
  licensing_p: number
  reach: { multi_hop_questions: number; reachable_ceiling: number; beyond_two_hops: number }
  off: { header: { graph_channel: string } }
  without_authored: { header: { graph_channel: string; dropped: string[] }; sign_test_p: number }
  on: { header: { dropped: string[] }; gained: string[] }
}

describe('pnk eval --gate', () => {
  it.each(['expand', 'ppr'] as const)(
    '%s: makes its three runs, says the verdict, and writes nothing',
    (channel) => {
      const root = library()
      const gate = pnk(['eval', '--gate', channel], { cwd: root })
      expect(gate.status).toBe(1)
      expect(gate.stdout).toMatch(/^off +1\.000 +1\.000 +1\.000 +1\.000$/m)
      expect(gate.stdout).toContain(`${channel} without authored links: 0 multi-hop gained, 0 lost`)
      expect(gate.stdout).toContain('of 1 multi-hop question, 1.000 are within reach')
      expect(gate.stdout).toContain('the gate is not passed: p = 1.0000, wanted below 0.05')
      expect(existsSync(join(root, 'eval/outcomes.json'))).toBe(false)
    },
  )

  it('tells a program the same', () => {
    const root = library()
    const gate = JSON.parse(pnk(['eval', '--gate', 'ppr', '--json'], { cwd: root }).stdout) as GateJson
    expect(gate).toMatchObject({
      channel: 'ppr',
      passed: false,
      licensing_p: 1,
      reach: { multi_hop_questions: 1, reachable_ceiling: 1, beyond_two_hops: 0 },
      off: { header: { graph_channel: 'off' } },
      without_authored: { header: { graph_channel: 'ppr', dropped: ['authored'] }, sign_test_p: 1 },
      on: { header: { dropped: [] }, gained: [] },
    })
  })

  it.each([['--graph-channel', 'ppr'], ['--drop', 'sibling'], ['--write-baseline'], ['--html', 'x.html']])(
    'excludes %s',
    (...flag) => {
      const refused = pnk(['eval', '--gate', 'expand', ...flag], { cwd: library() })
      expect(refused.status).toBe(2)
      expect(refused.stderr).toContain(`--gate and ${flag[0]} exclude each other`)
    },
  )

  it('is not passed where there is nothing to ask, and says so', () => {
    const root = library()
    writeFileSync(join(root, 'eval/questions.yaml'), 'questions: []\n')
    const skipped = pnk(['eval', '--gate', 'expand'], { cwd: root })
    expect(skipped.status).toBe(1)
    expect(skipped.stdout).toContain('holds no questions')
  })
})

it('pnk sync --ner goes with no other mode than one that indexes', () => {
  expect(pnk(['sync', '--ner', '--sidecars-only'], { cwd: library() }).status).toBe(2)
})
