import { type Gate, QUESTION_KINDS } from '@pinakes/retrieve/eval'

/** The gates of both channels over one golden set. */
export interface JudgedSet {
  readonly name: string
  readonly expand: Gate
  readonly ppr: Gate
}

/** Recall by kind without a channel, with each, and the verdicts: two Markdown tables. */
export function gateTables(sets: readonly JudgedSet[]): string {
  return [recallTable(sets), verdictTable(sets)].join('\n\n')
}

function recallTable(sets: readonly JudgedSet[]): string {
  const rows = sets.flatMap(({ name, expand, ppr }) =>
    [
      ['off', expand.off],
      ['expand', expand.on],
      ['expand, no authored links', expand.withoutAuthored],
      ['ppr', ppr.on],
      ['ppr, no authored links', ppr.withoutAuthored],
    ].map(([channel, run]) => {
      const { summary } = run as Gate['off']
      const kinds = QUESTION_KINDS.map((kind) => figure(summary.byKind[kind]))
      return [name, channel as string, ...kinds, figure(summary.recallAtK), figure(summary.mrr)]
    }),
  )
  return table(['golden set', 'channel', ...QUESTION_KINDS, 'recall@5', 'MRR'], rows)
}

function verdictTable(sets: readonly JudgedSet[]): string {
  const rows = sets.flatMap(({ name, expand, ppr }) =>
    [expand, ppr].map(({ verdict, reach }) => [
      name,
      verdict.channel,
      ...[verdict.withoutAuthored, verdict.on].map(
        ({ gained, lost, p }) => `+${gained.length} -${lost.length}, p ${p.toFixed(3)}`,
      ),
      [...verdict.withoutAuthored.regressions, ...verdict.on.regressions]
        .map(({ figure: name_ }) => name_)
        .filter((one, i, all) => all.indexOf(one) === i)
        .join(', ') || 'none',
      String(new Set([...verdict.withoutAuthored.confidenceLost, ...verdict.on.confidenceLost]).size),
      verdict.passed ? 'passed' : 'not passed',
      ...[reach.ceiling, reach.beyond, reach.membershipOnly].map(figure),
    ]),
  )
  return table(
    [
      'golden set',
      'channel',
      'without authored',
      'on',
      'worse',
      'right, now low',
      'gate',
      'reachable ceiling',
      'beyond 2 hops',
      'membership only',
    ],
    rows,
  )
}

function figure(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(3)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
