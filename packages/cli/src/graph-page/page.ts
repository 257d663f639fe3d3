import { createHash } from 'node:crypto'
import type { KbPicture, PictureNode } from '@pinakes/graph'
import { type Html, html } from '../html-page/html.js'
import { count } from '../output/lines.js'
import { pageData } from './page-data.js'
import { GRAPH_PAGE } from './page-kind.js'
import { PAGE_SCRIPT } from './page-script.js'
import { PAGE_STYLE } from './style.js'

/**
 * The picture as one HTML page to explore: a map, a search, filters, the neighbours of each node, and the same as a
 * table. It loads nothing: its policy lets in nothing but its own script and style, by their hashes, so that no text
 * of a document can become either. Light or dark as the reader's system is. The same picture gives the same bytes.
 */
export function graphPage(picture: KbPicture): string {
  const page = html`${{ html: GRAPH_PAGE.start }}<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<title>${picture.name}: graph</title><style>${{ html: PAGE_STYLE }}</style></head>
<body><header><h1>${picture.name}</h1><p class="counts">${counts(picture)}</p>
<div class="views" role="group" aria-label="View"><button id="view-map" aria-pressed="true">Map</button><button id="view-list" aria-pressed="false">List</button></div></header>
<main><div id="map"><canvas id="canvas" tabindex="0" role="img" aria-label="Map of the documents of ${picture.name}. Arrow keys move it, plus and minus zoom, 0 shows everything, n and p go from document to document; the list has the same as a table."></canvas>
<div id="tip" hidden></div><ul id="legend" aria-label="Colours"></ul>
<div class="zoom"><button id="zoom-in" aria-label="Zoom in">+</button><button id="zoom-out" aria-label="Zoom out">−</button><button id="zoom-fit" title="Show everything (0)">Fit</button></div></div>
<div id="list" hidden></div>
<aside>${searchAndFilters()}<p id="status" role="status"></p><div id="details"></div>
<p class="keys"><kbd>/</kbd> search, <kbd>Esc</kbd> close; on the map <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd> zoom, arrows move, <kbd>n</kbd> <kbd>p</kbd> step</p></aside></main>
<noscript><p>This page draws with a script of its own, and scripts are off. <code>pnk links</code> and <code>pnk graph --format json</code> say the same.</p></noscript>
<script type="application/json" id="data">${{ html: scriptText(pageData(picture)) }}</script>
<script>${{ html: PAGE_SCRIPT }}</script></body></html>
`
  return page.html
}

function policy(): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return `default-src 'none'; script-src ${hash(PAGE_SCRIPT)}; style-src ${hash(PAGE_STYLE)}; base-uri 'none'; form-action 'none'`
}

function counts({ nodes, edges, hiddenLinks }: KbPicture): string {
  const of = (kind: PictureNode['kind']) => nodes.filter((node) => node.kind === kind).length
  const links = edges.filter((edge) => edge.kind === 'link')
  const crossing = links.filter(({ crosses }) => crosses).length
  const parts = [
    count(of('document'), 'document'),
    count(of('tag'), 'tag'),
    `${count(links.length, 'link')}${crossing === 0 ? '' : `, ${crossing} of them between knowledge bases`}`,
    ...(of('missing') === 0 ? [] : [`${count(of('missing'), 'target')} missing`]),
    ...(hiddenLinks === 0 ? [] : [`${count(hiddenLinks, 'link')} to documents left out`]),
  ]
  return parts.join(' · ')
}

function searchAndFilters(): Html {
  const select = (id: string, label: string, options: Html) =>
    html`<label>${label}<select id="${id}">${options}</select></label>`
  const any = html`<option value="">all</option>`
  const box = (id: string, label: string) =>
    html`<label class="switch"><input type="checkbox" id="${id}" checked>${label}</label>`
  return html`<input id="search" type="search" placeholder="Search titles, paths, tags" aria-label="Search titles, paths and tags" autocomplete="off" spellcheck="false">
<details class="filters"><summary>Filters and colours</summary><div>${select('group', 'Directory', any)}${select('tag', 'Tag', any)}${select('rel', 'Relation', any)}${select('type', 'Type', any)}${select(
    'colour-by',
    'Colour by',
    html`<option value="directory">directory</option><option value="tag">tag</option><option value="type">type</option>`,
  )}${box('show-tags', 'Tags')}${box('show-foreign', 'Other knowledge bases')}${box('show-missing', 'Missing documents')}</div></details>`
}

/** JSON that cannot end the element it stands in, nor begin a comment there. */
function scriptText(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
