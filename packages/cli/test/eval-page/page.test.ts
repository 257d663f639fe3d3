import { describe, expect, it } from 'vitest'
import { evaluationPage } from '../../src/eval-page/page.js'
import { html } from '../../src/html-page/html.js'
import { comparison, evaluation, measured, QUESTIONS } from './evaluation.js'

const now = evaluation()
const before = QUESTIONS.map((question) =>
  question.id === 'lower'
    ? { ...question, hitRank: 4 }
    : question.id === 'first'
      ? { ...question, hitRank: 1 }
      : question,
)
const count = (text: string, part: string) => text.split(part).length - 1

describe('HTML pieces', () => {
  it('escape what is put in, keep pieces, join lists, and show what a terminal or reader would obey', () => {
    expect(
      html`<p>${'<b>&"\''}${html`<i>${1}</i>`}${null}${[html`x`, 'y']}${'a\u202eb\u0000'}</p>`.html,
    ).toBe('<p>&#60;b&#62;&#38;&#34;&#39;<i>1</i>xya\\u{202e}b\\u{0}</p>')
  })
})

describe('the evaluation page', () => {
  const page = evaluationPage(now, comparison(now, before))

  it('loads nothing and runs nothing', () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\b(src|href)=|https?:/i)
  })

  it('is the same for the same evaluation', () => {
    expect(evaluationPage(now, comparison(now, before))).toBe(page)
  })

  it('closes every element that it opens', () => {
    const open: string[] = []
    for (const [, close, name, self] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*?(\/?)>/g)) {
      if (self === '/' || /^(meta|input)$/.test(name ?? '')) continue
      if (close === '') open.push(name ?? '')
      else expect(open.pop()).toBe(name)
    }
    expect(open).toEqual([])
  })

  it('has one dot and one row for each question, and no name unescaped', () => {
    expect(count(page, '<circle class="dot ')).toBe(QUESTIONS.length)
    expect(count(page, '<tr class="is-')).toBe(QUESTIONS.length)
    expect(page).toContain('Test &#60;KB&#62;')
    expect(page).not.toContain('<KB>')
  })

  it('counts fates by kind and by confidence', () => {
    expect(page).toContain('title="right document first: 1 of 3"')
    expect(page).toContain('title="confidence low: 19 of 20"')
    expect(page).toContain('title="no answer exists: 19 of 20"')
    expect(page).toContain('title="baseline: recall 0.667"')
  })

  it('draws what changed, worse before better before the rest', () => {
    expect(count(page, 'class="better"')).toBe(1)
    expect(count(page, 'class="then"')).toBe(1)
    expect(page).toContain('1 became better and 0 worse')
    expect(page.indexOf('what of lower')).toBeLessThan(page.lastIndexOf('what of missed'))
    expect(page).toContain('Settings changed: retrieval.rerank: none -&#62; local')
  })

  it('says what is worse than the baseline allows', () => {
    const worse = evaluationPage(
      now,
      comparison(now, [measured('first'), measured('lower'), measured('missed')]),
    )
    expect(worse).toMatch(/Worse than the baseline allows: recall_at_k 1\.000 → 0\.667; mrr/)
  })

  it('does without baseline, reranker and scores, and says so', () => {
    const plain = evaluationPage(
      evaluation([measured('a', { score: null, confidence: 'unknown' })], null),
      null,
    )
    expect(plain).toContain('There is no eval/outcomes.json to compare with.')
    expect(plain).toContain('No reranker ran')
    expect(plain).toContain('Confidence is unknown throughout')
    expect(plain).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('has no NaN when all scores are equal, and draws thresholds outside of the scores at the edge', () => {
    const equal = evaluation([
      measured('a'),
      ...QUESTIONS.slice(3).map((question) => ({ ...question, score: 0.9 })),
    ])
    const far = { ...equal, confidence: { fittedFor: 'r@1', lowBelow: -40, highAbove: 40 } }
    expect(evaluationPage(equal, null)).not.toMatch(/NaN|undefined|Infinity/)
    expect(evaluationPage(far, null)).not.toMatch(/NaN|class="band-(low|high)"/)
  })
})
