import { parseToml } from '@pinakes/manifest'
import { calibrate } from '@pinakes/retrieve/eval'
import { describe, expect, it } from 'vitest'
import { calibrationLines } from '../../src/output/calibration-lines.js'
import { evaluationLines } from '../../src/output/eval-lines.js'
import { style } from '../../src/output/style.js'
import { comparison, evaluation, measured, QUESTIONS } from '../eval-page/evaluation.js'

const PLAIN = style(false)

describe('an evaluation in lines', () => {
  it('gives figures by kind, confidence, what was missed, and how to keep them', () => {
    expect(evaluationLines(evaluation(), null, PLAIN).join('\n')).toMatchInlineSnapshot(`
      "Test <KB>: 23 questions, k = 5, m/e, reranked by r@1

      kind                questions  recall@5    MRR  nDCG@5   high  medium    low  unknown
      lexical                     3     0.667  0.500   0.750  0.250   0.500  0.250    0.000
      no-answer                  20         -      -       -  0.250   0.500  0.250    0.000
      all with an answer          3     0.667  0.500   0.750  0.333   0.333  0.333    0.000

      false confidence   0.050 of the no-answer questions are called high
      false abstain      0.000 of the others are answered and called low
      abstention recall  0.950 of the no-answer questions are called low
      fitted anew by pnk calibrate, each question left out of its fit: 0.050, 0.000, 0.500

      missed: 1 question
        missed what of missed (wanted docs/a.md, found docs/b.md)
      note: missed expects docs/typo.md, which is not indexed

      there was no eval/baseline.json to compare with: pnk eval --write-baseline"
    `)
  })

  it('gives what changed, with its uncertainty, and what is worse', () => {
    const now = evaluation()
    const before = [
      ...QUESTIONS.map((question) => ({ ...question, hit: true, hitRank: 1 })),
      measured('gone'),
    ]
    const lines = evaluationLines(now, comparison(now, before), PLAIN)
    expect(
      lines.slice(
        lines.indexOf('against eval/outcomes.json, 3 questions: 0 better, 2 worse (sign test p = 0.500)'),
      ),
    ).toMatchInlineSnapshot(`
      [
        "against eval/outcomes.json, 3 questions: 0 better, 2 worse (sign test p = 0.500)",
        "recall -0.333 [-1.000, +0.000], MRR -0.500 [-1.000, +0.000], with 95 % intervals of the paired bootstrap",
        "worse: lower, missed",
        "setting changed: retrieval.rerank: none -> local",
        "worse than eval/baseline.json: recall_at_k 1.000 -> 0.667",
        "worse than eval/baseline.json: mrr 1.000 -> 0.500",
        "worse than eval/baseline.json: rerank_precision 1.000 -> 0.333",
        "worse than eval/baseline.json: by_kind.lexical 1.000 -> 0.667",
        "worse than eval/baseline.json: questions 24 -> 23",
      ]
    `)
  })

  it('says that confidence is not fitted, or that it takes a reranker', () => {
    const unknown = evaluation([measured('a', { confidence: 'unknown' })], null)
    const lines = (reranker: string | null) => evaluationLines({ ...unknown, reranker }, null, PLAIN)
    expect(lines('r@1')).toContain('confidence is unknown throughout: fit it with pnk calibrate')
    expect(lines(null).join('\n')).toContain('confidence is unknown throughout: it takes a reranker')
  })
})

describe('a calibration in lines', () => {
  it('ends with a table to paste', () => {
    const lines = calibrationLines(calibrate(QUESTIONS, 'r"@1'), 'quantiles')
    const toml = lines.slice(lines.indexOf('[retrieval.confidence]')).join('\n')
    expect(parseToml(toml)).toMatchObject({
      table: { retrieval: { confidence: { fitted_for: 'r"@1', low_below: 0.2375, high_above: 0.425 } } },
    })
    expect(lines.slice(0, -5)).toMatchInlineSnapshot(`
      [
        "rerank scores of r"@1",
        "  3 questions with an answer: 0.1000 to 0.9000",
        "  20 questions without: 0.0000 to 0.4750",
        "",
        "rule                  false confidence  false abstain  abstention recall  answerable and high",
        "bounded, as fitted               0.050          0.000              0.500                0.667",
        "bounded, left out                0.050          0.000              0.500                0.667",
        "quantiles, as fitted             0.100          0.000              0.500                0.667",
        "quantiles, left out              0.150          0.000              0.500                0.667",
        "",
        "As fitted is optimistic: the same questions fit and measure. Left out: each is judged by a fit on the others.",
        "Paste into pinakes.toml, in place of a table of that name:",
      ]
    `)
  })

  it('warns that few questions say little', () => {
    const few = [measured('a'), measured('b', { kind: 'no-answer', hit: false, hitRank: null, score: 0.2 })]
    const text = calibrationLines(calibrate(few, 'r'), 'bounded').join('\n')
    expect(text).toContain('these figures are optimistic')
    expect(text).not.toContain(', left out')
  })
})
