import { boolean, integer, option, string } from '@oclif/core/flags'
import { findKbRoot, isPinakesError } from '@pinakes/manifest'
import type { Comparison, Evaluation } from '@pinakes/retrieve/eval'
import { CliError, usageError } from '../cli-error.js'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag, notEmpty, offlineFlag } from '../flags/common.js'
import { type GraphFlags, graphFlags, graphOptions } from '../flags/graph-flags.js'
import { evaluationLines } from '../output/eval-lines.js'
import { toJson } from '../output/json.js'
import { count } from '../output/lines.js'
import { openProgress } from '../output/progress.js'
import { style } from '../output/style.js'
import { withKb } from '../with-kb.js'

const NO_QUESTIONS = 'eval/questions.yaml holds no questions: nothing to evaluate'

/** Channels that a gate judges. */
const GATED = ['expand', 'ppr'] as const

/** `pnk eval`: how well the KB answers the questions of its golden set. */
export class Eval extends PnkCommand {
  static override id = 'eval'
  static override summary = 'Measure how well the knowledge base answers questions whose answers you know'
  static override description =
    'Asks every question of eval/questions.yaml by the search that users get, free of charge, and compares with ' +
    'eval/baseline.json where there is one. The exit code is 1 when a figure is more than 0.02 worse than there, or ' +
    'when there are fewer questions. No figure is of a search that lacked a model: that is refused. With --gate all ' +
    'questions are asked three times, without a graph channel, with it but for authored links, and with it; the exit ' +
    'code is 1 unless it finds significantly more multi-hop answers in both and makes nothing worse.'
  static override examples = [
    { description: 'The knowledge base around the current directory', command: 'pnk eval' },
    {
      description:
        'Keep the figures, to compare with later: commit eval/baseline.json and eval/outcomes.json',
      command: 'pnk eval --write-baseline',
    },
    { description: 'Is the expansion channel worth turning on here?', command: 'pnk eval --gate expand' },
    { description: 'A page with every figure and every question', command: 'pnk eval --html eval.html' },
  ]
  static override flags = {
    kb: kbFlag,
    json: jsonFlag,
    offline: offlineFlag,
    k: integer({
      char: 'k',
      helpLabel: '-k',
      description: 'Passages that each search returns',
      helpValue: 'N',
      default: 5,
      min: 1,
    }),
    html: string({
      parse: async (path) => notEmpty(path, 'name a file, such as eval.html'),
      description:
        'Also write one page to this file: bars, score distributions, every question before and after; an earlier page is replaced, no other file is',
      helpValue: 'FILE',
    }),
    ...graphFlags,
    gate: option({
      description: 'Instead of an evaluation: judge whether this graph channel may be on',
      helpValue: GATED.join('|'),
      options: GATED,
    })(),
    'write-baseline': boolean({
      description: 'Write eval/baseline.json and eval/outcomes.json; nothing counts as a regression then',
      default: false,
    }),
  }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Eval)
    if (flags.gate !== undefined) return this.judge(flags.gate, flags)
    const { evaluationPayload } = await import('@pinakes/retrieve/eval')
    if (flags.html !== undefined) await refuseTarget(flags.html)
    const { root, evaluation } = await this.evaluate(flags)
    if (evaluation === null) return this.skip(root, flags.json)
    const comparison = await compare(root, evaluation, flags['write-baseline'])
    if (flags.html !== undefined) await writeEvaluation(flags.html, evaluation, comparison)
    if (flags['write-baseline']) await writeBaseline(root, evaluation)
    if (flags.json) this.print(toJson(evaluationPayload(evaluation, comparison)))
    else this.printLines(evaluationLines(evaluation, comparison, style(this.io.out.colour)))
    if (flags['write-baseline'] && !flags.json) this.print('wrote eval/baseline.json and eval/outcomes.json')
    const isWorse = !flags['write-baseline'] && (comparison?.regressions.length ?? 0) > 0
    return isWorse ? EXIT.failure : EXIT.ok
  }

  /** The three runs of a gate; none of them writes. */
  private async judge(channel: (typeof GATED)[number], flags: EvaluationFlags): Promise<ExitCode> {
    refuseBesideGate(flags)
    const { gatePayload, runGate } = await import('@pinakes/retrieve/eval')
    const root = findKbRoot(flags.kb ?? '.')
    const { linkDistance = true, inDegreeSalience = false } = graphOptions(flags)
    const progress = await openProgress(this.io, flags.json)
    try {
      const gate = await runGate(root, {
        channel,
        k: flags.k,
        ranking: { linkDistance, inDegreeSalience },
        open: { offline: flags.offline },
        signal: this.io.signal,
        onQuestion: (done, total, id) => progress.update(done, total, id),
      })
      progress.close()
      if (gate === null) return await this.cannotJudge(root, flags.json)
      if (flags.json) this.print(toJson(gatePayload(gate)))
      else this.printLines((await gateLinesOf())(gate, style(this.io.out.colour)))
      return gate.verdict.passed ? EXIT.ok : EXIT.failure
    } finally {
      progress.close()
    }
  }

  private async evaluate(flags: EvaluationFlags) {
    const graph = graphOptions(flags)
    const { evaluateKb } = await import('@pinakes/retrieve/eval')
    const progress = await openProgress(this.io, flags.json)
    try {
      return await withKb({ path: flags.kb, offline: flags.offline, graph }, async (kb) => ({
        root: kb.root,
        evaluation: await evaluateKb(kb, {
          k: flags.k,
          graph,
          signal: this.io.signal,
          onQuestion: (done, total, id) => progress.update(done, total, id),
        }),
      }))
    } finally {
      progress.close()
    }
  }

  /** Nothing was measured, so nothing licenses the channel. */
  private async cannotJudge(root: string, json: boolean): Promise<ExitCode> {
    await this.skip(root, json)
    return EXIT.failure
  }

  private async skip(root: string, json: boolean): Promise<ExitCode> {
    const { readStored } = await import('@pinakes/retrieve/eval')
    const before = readStored(root).baseline?.questions ?? 0
    if (before > 0) throw questionsGone(before)
    this.print(json ? toJson({ skipped: NO_QUESTIONS }) : NO_QUESTIONS)
    return EXIT.ok
  }
}

async function gateLinesOf() {
  return (await import('../output/gate-lines.js')).gateLines
}

/** A gate makes its own three runs; what would change or keep one of them means nothing beside it. */
function refuseBesideGate(flags: EvaluationFlags): void {
  const beside = {
    '--graph-channel': flags['graph-channel'] !== undefined,
    '--drop': (flags.drop ?? []).length > 0,
    '--write-baseline': flags['write-baseline'],
    '--html': flags.html !== undefined,
  }
  const given = Object.entries(beside).find(([, isGiven]) => isGiven)
  if (given === undefined) return
  throw usageError(`--gate and ${given[0]} exclude each other`, 'eval', { remedy: 'give only one of them' })
}

interface EvaluationFlags extends GraphFlags {
  readonly html?: string | undefined
  readonly 'write-baseline': boolean
  readonly kb?: string | undefined
  readonly offline: boolean
  readonly json: boolean
  readonly k: number
}

/** An earlier run that cannot be read is no obstacle where a new one takes its place. */
async function compare(root: string, evaluation: Evaluation, replaces: boolean): Promise<Comparison | null> {
  const { compareStored } = await import('@pinakes/retrieve/eval')
  try {
    return compareStored(root, evaluation)
  } catch (error) {
    if (replaces && isPinakesError(error, 'RETRIEVE_BASELINE_INVALID')) return null
    throw error
  }
}

function questionsGone(before: number): CliError {
  return new CliError({
    code: 'CLI_QUESTIONS_GONE',
    message: `eval/questions.yaml holds no questions, and eval/baseline.json is of ${count(before, 'question')}`,
    remedy: 'restore it from version control, or delete eval/baseline.json and eval/outcomes.json',
  })
}

async function refuseTarget(file: string): Promise<void> {
  const { EVALUATION_PAGE } = await import('../eval-page/page-kind.js')
  const { refusePage } = await import('../html-page/write-page.js')
  refusePage(file, EVALUATION_PAGE)
}

async function writeEvaluation(file: string, evaluation: Evaluation, comparison: Comparison | null) {
  const { evaluationPage } = await import('../eval-page/page.js')
  const { EVALUATION_PAGE } = await import('../eval-page/page-kind.js')
  const { writePage } = await import('../html-page/write-page.js')
  await writePage(file, evaluationPage(evaluation, comparison), EVALUATION_PAGE)
}

async function writeBaseline(root: string, { header, summary, ndcg, questions }: Evaluation): Promise<void> {
  const { writeStored } = await import('@pinakes/retrieve/eval')
  await writeStored(root, { header, summary, ndcg, outcomes: questions })
}
