import { type PageKind, pageStart } from '../html-page/write-page.js'

/** The page of `pnk graph --html`. */
export const GRAPH_PAGE: PageKind = {
  start: pageStart('pnk graph'),
  name: 'page of a graph',
  example: 'graph.html',
}
