/** The look of the page; one set of colours for light, one for dark. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--page:#fbfbf9;--surface:#fff;--ink:#16160f;--soft:#5b5a55;--faint:#6f6e68;--line:#e3e2db;--wash:#f0efe9;--accent:#2a78d6;
--edge:#8c8b84;--tag:#a09f97;--foreign:#c2560c;--missing:#c4332a;--none:#b9b8b0;
--c0:#2a78d6;--c1:#1a9988;--c2:#d9a400;--c3:#8a4fd0;--c4:#4d9c2d;--c5:#d6478f;--c6:#6b8fb5;--c7:#8f6a3d;--c8:#5a5fd8}
@media (prefers-color-scheme:dark){:root{--page:#121211;--surface:#1b1b19;--ink:#f3f2ec;--soft:#b9b8ae;--faint:#97968d;--line:#33332f;--wash:#272724;--accent:#5aa2f0;
--edge:#82817a;--tag:#7d7c75;--foreign:#ff9a4d;--missing:#ff7468;--none:#5d5c56;
--c0:#5aa2f0;--c1:#3cc2b0;--c2:#e9bd3a;--c3:#b58cf2;--c4:#82c963;--c5:#f07fb8;--c6:#93b4d6;--c7:#c39b6a;--c8:#9195f5}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html,body{height:100%}
body{margin:0;display:flex;flex-direction:column;background:var(--page);color:var(--ink);font:14px/1.45 system-ui,-apple-system,"Segoe UI",sans-serif}
header{display:flex;align-items:baseline;gap:4px 16px;flex-wrap:wrap;padding:10px 16px;background:var(--surface);border-bottom:1px solid var(--line)}
h1{margin:0;font-size:18px}
.counts{margin:0;color:var(--soft);flex:1}
main{flex:1;min-height:0;display:flex}
#map{position:relative;flex:1;min-width:0}
#list{flex:1;min-width:0;overflow:auto;padding:0 16px 24px}
canvas{position:absolute;inset:0;width:100%;height:100%;touch-action:none;cursor:grab}
canvas:focus-visible{outline:2px solid var(--accent);outline-offset:-3px}
aside{width:320px;flex:none;overflow:auto;padding:12px 14px;background:var(--surface);border-left:1px solid var(--line)}
button,select,input[type=search]{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:7px}
button{cursor:pointer;padding:3px 10px}
button:hover{background:var(--wash)}
:is(button,select,input,summary):focus-visible{outline:2px solid var(--accent);outline-offset:1px}
button[aria-pressed=true]{background:var(--ink);border-color:var(--ink);color:var(--surface)}
.views{display:flex;align-self:center}
.views button:first-child{border-radius:7px 0 0 7px}.views button:last-child{border-radius:0 7px 7px 0;border-left:0}
#search{width:100%;padding:7px 10px;background:var(--page)}
.filters{margin:10px 0;color:var(--soft)}
.filters summary{cursor:pointer;border-radius:5px}
.filters>div{display:grid;grid-template-columns:1fr 1fr;gap:8px 10px;margin-top:8px}
.filters label{display:block;font-size:12px;min-width:0}
.filters select{display:block;width:100%;padding:3px 4px;color:var(--ink)}
.filters .switch{grid-column:1/-1;font-size:13px;display:flex;gap:7px;align-items:center}
.filters .switch input{margin:0;accent-color:var(--accent)}
#status{margin:8px 0 0;color:var(--faint);font-size:12px}
h2{margin:2px 0 4px;font-size:17px;line-height:1.25;overflow-wrap:anywhere}
h3{margin:16px 0 4px;font-size:12px;font-weight:600;color:var(--soft);display:flex;justify-content:space-between}
#details p{margin:4px 0;color:var(--soft)}
.kind{font-size:12px;display:flex;justify-content:space-between;align-items:center;gap:8px}
.kind.is-missing{color:var(--missing)!important}.kind.is-foreign{color:var(--foreign)!important}
.plain{font-size:12px;padding:1px 8px}
.path{font:12px ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;color:var(--faint)}
.facts:empty{display:none}
.rows{list-style:none;margin:0;padding:0}
.row{display:flex;gap:7px;align-items:baseline;width:100%;text-align:left;border:0;padding:3px 5px;background:none;border-radius:5px}
.row .name{flex:1;min-width:0;overflow-wrap:anywhere}
.row .rel{color:var(--faint);font-size:12px;max-width:45%;overflow-wrap:anywhere;text-align:right}
.mark{flex:none;width:9px;height:9px;border-radius:50%;background:var(--none)}
.is-tag .mark{border-radius:1px;background:var(--tag)}
.is-foreign .mark{border-radius:0;transform:rotate(45deg) scale(.85);background:var(--foreign)}
.is-missing .mark{background:none;border:1.5px solid var(--missing)}
.keys{margin-top:18px;color:var(--faint);font-size:12px}
kbd{font:11px ui-monospace,Menlo,Consolas,monospace;border:1px solid var(--line);border-radius:4px;padding:0 4px}
#tip{position:absolute;pointer-events:none;max-width:250px;white-space:pre-line;overflow-wrap:anywhere;padding:4px 8px;font-size:12px;background:var(--ink);color:var(--page);border-radius:6px}
#legend{position:absolute;left:12px;bottom:12px;margin:0;padding:6px;list-style:none;font-size:12px;max-width:250px;max-height:60%;overflow:auto;background:var(--surface);border:1px solid var(--line);border-radius:8px}
#legend li{display:flex;gap:7px;align-items:center;padding:2px 6px;color:var(--soft)}
#legend li:has(button){padding:0}
.series{display:flex;gap:7px;align-items:center;width:100%;text-align:left;border:0;padding:2px 6px;border-radius:5px}
.series .name{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.n{color:var(--faint);font-variant-numeric:tabular-nums}
.series[aria-pressed=true] .n{color:inherit}
.dot{flex:none;width:10px;height:10px;border-radius:50%;background:var(--none)}
.rest::before{content:"";width:10px;height:10px;border-radius:50%;background:var(--none)}
${Array.from({ length: 9 }, (_, i) => `.c${i} :is(.dot,.mark){background:var(--c${i})}`).join('')}
.zoom{position:absolute;right:12px;bottom:12px;display:flex;gap:4px}
.zoom button{min-width:34px;height:34px}
table{width:100%;border-collapse:collapse}
caption{text-align:left;padding:12px 0 4px;color:var(--soft)}
th{text-align:left;font-weight:400}
thead th{position:sticky;top:0;background:var(--page);color:var(--faint);font-size:12px;padding:6px}
tbody tr{border-top:1px solid var(--line);vertical-align:top}
td,tbody th{padding:5px 6px;overflow-wrap:anywhere}
tbody th{width:34%}tbody th .name{font-weight:500}tbody th .path{padding-left:21px}td{color:var(--soft);font-size:13px}
.more{margin:14px 0}
noscript{padding:16px}
@media (max-width:760px){main{flex-direction:column}#map{min-height:52vh}aside{width:auto;border-left:0;border-top:1px solid var(--line);max-height:46vh}#legend{max-height:32%}
tbody td:nth-child(2),thead th:nth-child(2){display:none}}
@media (prefers-reduced-motion:no-preference){button{transition:background .1s}}
`.trim()
