import { type Html, html } from '../html-page/html.js'

export interface Segment {
  /** Class that colours it. */
  readonly look: string
  readonly title: string
  readonly count: number
}

/** A bar of `segments` over the full width, each as wide as its share; `mark` sets a tick at a share from 0 to 1. */
export function stackedBar(
  segments: readonly Segment[],
  mark: { share: number; title: string } | null = null,
): Html {
  const total = segments.reduce((sum, { count }) => sum + count, 0)
  const shown = segments.filter(({ count }) => count > 0)
  return html`<div class="bar">${shown.map(
    ({ look, title, count }) =>
      html`<span class="seg ${look}" style="flex-grow:${count}" title="${title}: ${count} of ${total}">${
        count / total >= 0.06 ? count : null
      }</span>`,
  )}${mark === null ? null : html`<i class="mark" style="left:${percent(mark.share)}" title="${mark.title}"></i>`}</div>`
}

/** What each colour means. */
export function legend(entries: readonly Pick<Segment, 'look' | 'title'>[]): Html {
  return html`<ul class="legend">${entries.map(({ look, title }) => html`<li><span class="key ${look}"></span>${title}</li>`)}</ul>`
}

/** A share as a percentage with one decimal. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
