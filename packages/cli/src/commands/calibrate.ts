import { option } from '@oclif/core/flags'
import type { CalibrationRule } from '@pinakes/retrieve/eval'
import { PnkCommand } from '../command.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { jsonFlag, kbFlag, offlineFlag } from '../flags/common.js'
import { calibrationLines } from '../output/calibration-lines.js'
import { toJson } from '../output/json.js'
import { openProgress } from '../output/progress.js'
import { withKb } from '../with-kb.js'

const RULES = ['bounded', 'quantiles'] as const satisfies readonly CalibrationRule[]

/** `pnk calibrate`: the thresholds of confidence that fit the golden set. */
export class Calibrate extends PnkCommand {
  static override id = 'calibrate'
  static override summary = 'Fit the confidence of answers on questions whose answers you know'
  static override description =
    'Takes the rerank score of the first passage for every question of eval/questions.yaml and prints the ' +
    '[retrieval.confidence] table to paste into pinakes.toml, which is never written. The golden set needs questions ' +
    'with an answer and some of kind no-answer; from 20 of these on, it also prints how the thresholds do on ' +
    'questions that were left out of the fit.'
  static override examples = [
    { description: 'The knowledge base around the current directory', command: 'pnk calibrate' },
    { description: 'By the rule of the Python edition', command: 'pnk calibrate --rule quantiles' },
  ]
  static override flags = {
    kb: kbFlag,
    json: jsonFlag,
    offline: offlineFlag,
    rule: option({
      description:
        'How to fit. bounded: at most 2 % of right answers are called low and 10 % of no-answer questions high; quantiles: low ' +
        'ends at the median of the no-answer scores, high begins at their 90th percentile',
      options: RULES,
      default: 'bounded',
    })(),
  }

  async run(): Promise<ExitCode> {
    const { flags } = await this.parse(Calibrate)
    const { calibrate, calibrationPayload, evaluateKb } = await import('@pinakes/retrieve/eval')
    const progress = await openProgress(this.io, flags.json)
    const onQuestion = (done: number, total: number, id: string) => progress.update(done, total, id)
    const evaluation = await withKb({ path: flags.kb, offline: flags.offline }, (kb) =>
      evaluateKb(kb, { signal: this.io.signal, onQuestion }),
    ).finally(() => progress.close())
    const calibration = calibrate(evaluation?.questions ?? [], evaluation?.reranker ?? null)
    if (flags.json) this.print(toJson(calibrationPayload(calibration)))
    else this.printLines(calibrationLines(calibration, flags.rule))
    return EXIT.ok
  }
}
