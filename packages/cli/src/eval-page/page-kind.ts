import { type PageKind, pageStart } from '../html-page/write-page.js'

/** The page of `pnk eval --html`. */
export const EVALUATION_PAGE: PageKind = {
  start: pageStart('pnk eval'),
  name: 'evaluation page',
  example: 'eval.html',
}
