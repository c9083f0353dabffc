/** How a report looks: light or dark as the reader's system is, readable on paper, no file beside it. */
export const STYLE = `
:root { color-scheme: light dark; --page: #fff; --text: #1c2024; --soft: #5b6470; --line: #d5dae1; --panel: #f5f7f9;
  --link: #0a58b8; --bar: #2f6fb7; --again: #b4530a; --before: #b9c2cd; --read: #2f6fb7; --shell: #2d7d46;
  --search: #96670a; --provider: #8a4bb3; --other: #6b7480; --mark: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --text: #e6e9ed; --soft: #a3adb8; --line: #353c44;
  --panel: #1c2126; --link: #7fb8ff; --bar: #6aa5e8; --again: #f0954a; --before: #48525d; --read: #6aa5e8;
  --shell: #5cbf7c; --search: #d9a93c; --provider: #c792ea; --other: #97a1ac; --mark: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 66rem; margin: 0 auto; padding: 1rem 1.25rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
a { color: var(--link); }
a:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--page); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: .75rem 0 0; list-style: none; }
.about, .none, footer { color: var(--soft); }
dl.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .75rem; margin: 1rem 0; }
dl.totals > div { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; }
dd.big { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; color: var(--soft); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
time { white-space: nowrap; }
tbody th { font-weight: normal; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.chart { display: block; width: 100%; height: auto; margin: .5rem 0; }
.chart text { font: 12px system-ui, sans-serif; fill: var(--text); }
.chart .number { fill: var(--soft); }
.bar { fill: var(--bar); } .again { fill: var(--again); } .grid { stroke: var(--line); }
.compaction { stroke: var(--mark); stroke-width: 2; stroke-dasharray: 5 3; }
.provider { fill: none; stroke: var(--text); stroke-width: 1.5; } .provider-dot { fill: var(--text); }
.k-before { fill: var(--before); background: var(--before); } .k-read { fill: var(--read); background: var(--read); }
.k-shell { fill: var(--shell); background: var(--shell); } .k-search { fill: var(--search); background: var(--search); }
.k-provider { fill: var(--provider); background: var(--provider); } .k-other { fill: var(--other); background: var(--other); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: .5rem 0; list-style: none; font-size: .9rem; }
.key { display: inline-block; width: .9em; height: .9em; margin-right: .4em; vertical-align: -.1em; forced-color-adjust: none; }
.bar-key { background: var(--bar); } .again-key { background: var(--again); }
.provider-key { height: 3px; background: var(--text); vertical-align: .3em; } .compaction-key { width: 3px; background: var(--mark); }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
@media print { nav, .skip { display: none; } .scroll { overflow: visible; } }
`;
