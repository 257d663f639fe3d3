import type { Comparison, Evaluation, Interval } from '@pinakes/retrieve/eval'
import { type Html, html } from '../html-page/html.js'
import { rate } from '../output/table.js'
import { confidenceBands } from './bands.js'
import { classBars } from './class-bars.js'
import { EVALUATION_PAGE } from './page-kind.js'
import { FILTER_STYLE, questionTable } from './question-table.js'
import { scoreDots } from './score-dots.js'
import { PAGE_STYLE } from './style.js'
import { tiles } from './tiles.js'

/**
 * An evaluation as one HTML page that loads nothing and runs nothing: its policy forbids both. Light or dark as the
 * reader's system is. Deterministic: the same evaluation gives the same bytes.
 */
export function evaluationPage(evaluation: Evaluation, comparison: Comparison | null): string {
  const { kb } = evaluation
  const page = html`${{ html: EVALUATION_PAGE.start }}<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${kb.name}: evaluation</title><style>${{ html: `${PAGE_STYLE}\n${FILTER_STYLE}` }}</style></head>
<body><main><header><p class="small">Pinakes evaluation</p><h1>${kb.name}</h1>${settings(evaluation)}</header>
${tiles(evaluation, comparison)}
${changeNote(comparison)}
${classBars(evaluation, comparison)}
${scoreDots(evaluation)}
${confidenceBands(evaluation)}
${questionTable(evaluation, comparison)}
${notes(evaluation)}
</main></body></html>
`
  return page.html
}

function settings({ header, questions, reranker }: Evaluation): Html {
  const { chunking, embedding, retrieval } = header
  return html`<p class="settings">${questions.length} questions · ${header.k} passages each · vectors of <b>${embedding.model}</b> · ${
    reranker === null ? 'no reranker' : html`reranked by <b>${reranker}</b>`
  } · chunks of up to ${chunking.max_tokens ?? '?'} tokens · ${retrieval.candidates_per_source ?? '?'} candidates a channel, ${retrieval.fusion_top_k ?? '?'} fused</p>`
}

function changeNote(comparison: Comparison | null): Html | null {
  if (comparison === null) return null
  const { paired, regressions, settings: changed } = comparison
  return html`<section class="note">${
    paired === null
      ? null
      : html`<p>Against the baseline, question by question: <b>${paired.better.length} better, ${paired.worse.length} worse</b> (sign test p = ${paired.signTestP.toFixed(3)}); recall ${difference(paired.recall)}, MRR ${difference(paired.mrr)}. In brackets 95 % intervals of the paired bootstrap.</p>`
  }${changed.length === 0 ? null : html`<p>Settings changed: ${changed.join('; ')}</p>`}${
    regressions.length === 0
      ? html`<p>No regression.</p>`
      : html`<p class="bad">Worse than the baseline allows: ${regressions
          .map(({ figure, before, now }) => `${figure} ${rate(before)} → ${rate(now)}`)
          .join('; ')}</p>`
  }</section>`
}

function difference({ difference: value, low, high }: Interval): string {
  const signed = (number: number) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(3)}`
  return `${signed(value)} [${signed(low)}, ${signed(high)}]`
}

function notes({ header, notices }: Evaluation): Html {
  return html`<footer class="small">${notices.length === 0 ? null : html`<p class="bad">${notices.join('; ')}</p>`}
<p>recall@${header.k}: questions with an expected document among the documents of the first ${header.k} passages, and every hop's document found by its own query / questions with an answer. MRR: mean of 1 / place of the first expected document. nDCG@${header.k}: gains 1 for each expected document, discounted by log2(place + 1), over the best order there is. False confidence: questions without an answer called high / such questions. False abstain: questions that were answered and called low / questions with an answer. Abstention recall: questions without an answer called low / such questions.</p></footer>`
}
