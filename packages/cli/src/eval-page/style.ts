/** The look of the page; one set of colours for light, one for dark. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--page:#f9f9f7;--surface:#fff;--ink:#14140f;--soft:#5b5a55;--faint:#8b8a83;--line:#e3e2db;
--first:#2a78d6;--on-first:#fff;--lower:#9ec5f4;--on-lower:#0d366b;--missed:#d5493c;--on-missed:#fff;--none:#e3b34b;--on-none:#3d2c00;
--low:#9a9992;--medium:#c9c7bd;--high:#4a3aa7;--unknown:#e3e2db;--good:#1c7a35;--bad:#b3261e;--wash-low:#efeee9;--wash-high:#eeebfa}
@media (prefers-color-scheme:dark){:root{--page:#10100f;--surface:#1a1a18;--ink:#f3f2ec;--soft:#b9b8ae;--faint:#8b8a83;--line:#32322e;
--first:#3987e5;--on-first:#fff;--lower:#1f4f8c;--on-lower:#dcebfd;--missed:#e0665b;--on-missed:#1d0503;--none:#c99a35;--on-none:#1e1500;
--low:#6f6e68;--medium:#4a4944;--high:#9085e9;--unknown:#32322e;--good:#5fc377;--bad:#f08a80;--wash-low:#242421;--wash-high:#211e33}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:1080px;margin:0 auto;padding:32px 20px 64px}
h1{margin:0;font-size:30px;line-height:1.2}
h2{margin:0 0 6px;font-size:19px}
h3{margin:26px 0 6px;font-size:15px}
p{margin:0 0 10px;color:var(--soft)}
b,strong{color:var(--ink)}
code{font:13px ui-monospace,Menlo,Consolas,monospace}
.small,.settings{font-size:13px}
header p.small{margin:0;color:var(--faint)}
section{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:20px;margin-top:18px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:0;padding:0;overflow:hidden}
.tile{padding:16px 18px;border-right:1px solid var(--line);margin-right:-1px}
.tile span{display:block;color:var(--soft);font-size:13px}
.tile strong{display:block;font-size:30px;line-height:1.25}
.tile small{display:block;color:var(--faint);font-size:12px}
.good,.tile .good{color:var(--good)}.bad,.tile .bad{color:var(--bad)}
.note p:last-child{margin:0}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:0 0 12px;padding:0;font-size:13px;color:var(--soft)}
.key{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:6px}
table{width:100%;border-collapse:collapse;font-size:14px}
th{text-align:left;font-weight:500}
thead th{color:var(--faint);font-size:12px;font-weight:400;padding:2px 8px 6px}
td,tbody th{padding:6px 8px}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.bars th:first-child{width:120px}.wide{width:52%}
.figures tbody tr{border-top:1px solid var(--line)}
.bar{position:relative;display:flex;gap:2px;height:24px}
.seg{display:flex;align-items:center;justify-content:center;min-width:3px;flex-basis:0;border-radius:3px;font-size:12px;font-variant-numeric:tabular-nums}
.key.tick{width:2px;height:14px;margin:0 8px -3px 4px;border-radius:0;background:var(--ink)}
.mark{position:absolute;top:-4px;bottom:-4px;width:2px;margin-left:-1px;background:var(--ink)}
.first{background:var(--first);color:var(--on-first)}.lower{background:var(--lower);color:var(--on-lower)}
.missed{background:var(--missed);color:var(--on-missed)}.none{background:var(--none);color:var(--on-none)}
.level-low{background:var(--low);color:var(--surface)}.level-medium{background:var(--medium);color:var(--ink)}
.level-high{background:var(--high);color:var(--surface)}.level-unknown{background:var(--unknown);color:var(--ink)}
svg{display:block;max-width:100%;overflow:visible}
svg text{fill:var(--soft);font:13px system-ui,-apple-system,"Segoe UI",sans-serif}
svg .tick,svg .band{fill:var(--faint);font-size:12px}svg .count{fill:var(--faint)}
.base{stroke:var(--line)}.threshold{stroke:var(--faint);stroke-dasharray:3 3}
.band-low{fill:var(--wash-low)}.band-medium{fill:none}.band-high{fill:var(--wash-high)}
.dot.first{fill:var(--first)}.dot.lower{fill:var(--lower)}.dot.missed{fill:var(--missed)}.dot.none{fill:var(--none)}
.filters{display:flex;flex-wrap:wrap;gap:6px;border:0;margin:0 0 12px;padding:0}
.filters input{position:absolute;opacity:0}
.filters span{display:block;border:1px solid var(--line);border-radius:99px;padding:2px 12px;font-size:13px;color:var(--soft);cursor:pointer}
.filters input:checked+span{background:var(--ink);border-color:var(--ink);color:var(--surface)}
.filters input:checked+span b{color:inherit}.filters input:focus-visible+span{outline:2px solid var(--first);outline-offset:2px}
.questions tbody tr{border-top:1px solid var(--line);vertical-align:top}
.questions td{padding:7px 8px}
.id{display:block;color:var(--faint);font-size:12px}
.chip{display:inline-block;min-width:26px;text-align:center;border-radius:5px;padding:0 7px;font-size:13px}
.level{white-space:nowrap}
.path,.wanted{font-size:13px;overflow-wrap:anywhere}.wanted{display:block;color:var(--faint)}
.ranks{white-space:nowrap}.ranks svg{margin-top:4px;max-width:none}thead .ranks svg{margin:0}
.ranks line{stroke-width:2}.then{fill:var(--surface);stroke-width:2}
.same .now{fill:var(--medium)}.better .now{fill:var(--good)}.worse .now{fill:var(--bad)}
.better line,.better .then{stroke:var(--good)}.worse line,.worse .then{stroke:var(--bad)}
footer{margin-top:24px;color:var(--soft)}
@media (max-width:700px){.bars .wide{width:40%}.questions td:nth-last-child(-n+2),.questions th:nth-last-child(-n+2){display:none}section{padding:14px;overflow-x:auto}svg[role=img]{min-width:640px}.bars .more{display:none}}
`.trim()
