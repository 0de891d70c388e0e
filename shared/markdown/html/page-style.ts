import { UNBROKEN_STYLE } from '../../text/unbroken'

/** The room for the numbers of long lists, by the digits of the last one; markdown allows nine, and one more follows. */
const LONG_NUMBERS = [3, 4, 5, 6, 7, 8, 9, 10]
  .map((digits) => `ol.digits-${digits} { padding-inline-start: calc(${digits + 1}ch + 0.2em); }`)
  .join('\n')

/**
 * The style of a text for reading: in the reading view, in HTML and on paper. Colours and fonts are custom properties,
 * which each of them may override; the values here are for paper.
 */
export const PAGE_STYLE = `
:root {
  --paper: #ffffff; --ink: #22201c; --soft: #5c574e; --faint: #6d675c; --line: #d9d4c9; --accent: #2a5b8c; --mark: #fbeab0;
  --add: #1d6b45; --violet: #6b4a8c; --theirs: #8a5a12; --del: #a23527;
  --text-font: 'Literata Variable', Literata, 'Iowan Old Style', Charter, Georgia, 'Noto Serif', 'Noto Serif CJK SC', 'Songti SC', 'Noto Naskh Arabic', 'Noto Serif Hebrew', serif;
  --mono: 'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, 'SF Mono', Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace;
  --text-size: 18px; --leading: 1.68; --measure: 660px;
}
/* Each language uses a font of its own: other fonts substitute glyphs that some PDF readers cannot map to letters. */
[lang|='ja'] { --text-font: 'Literata Variable', Literata, Georgia, 'Hiragino Mincho ProN', 'Yu Mincho', 'Noto Serif CJK JP', serif; font-family: var(--text-font); }
[lang|='ko'] { --text-font: 'Literata Variable', Literata, Georgia, 'AppleMyungjo', Batang, 'Noto Serif CJK KR', serif; font-family: var(--text-font); }
[lang|='zh-Hant'], [lang|='zh-TW'] { --text-font: 'Literata Variable', Literata, Georgia, 'Songti TC', PMingLiU, 'Noto Serif CJK TC', serif; font-family: var(--text-font); }
*, *::before, *::after { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 400 var(--text-size)/var(--leading) var(--text-font); font-optical-sizing: auto; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: break-word; }
main { max-width: calc(var(--measure) + 48px); margin: 0 auto; padding: 48px 24px 96px; }
main > :first-child { margin-top: 0; }
p, ul, ol, blockquote, pre, figure, .table, .formula, hr { margin: 0 0 calc(var(--leading) * 0.5em); }
h1, h2, h3, h4, h5, h6 { margin: 1.6em 0 0.5em; font-weight: 600; line-height: 1.3; letter-spacing: -0.006em; text-wrap: balance; }
h1 { font-size: 1.5em; }
h2 { font-size: 1.222em; }
h3 { font-size: 1.08em; }
h4, h5, h6 { font-size: 1em; }
.contents > p { margin: 0 0 0.5em; font-size: 1.222em; font-weight: 600; line-height: 1.3; break-after: avoid; }
h1.title { margin: 0 0 0.8em; font-size: 1.778em; line-height: 1.22; letter-spacing: -0.012em; }
a { color: var(--accent); text-decoration: underline; text-decoration-thickness: 1px; text-decoration-color: color-mix(in srgb, currentcolor 45%, transparent); text-underline-offset: 3px; }
strong { font-weight: 680; }
s { color: var(--soft); }
mark { border-radius: 2px; background: var(--mark); color: inherit; }
sub, sup { font-size: 0.72em; line-height: 1; }
sup.note a, a.back { text-decoration: none; }
a.back { display: inline-block; }
ul, ol { padding-inline-start: 1.5em; }
${LONG_NUMBERS}
li { margin: 0 0 0.2em; }
li > p { margin-bottom: 0.5em; }
li > ul, li > ol { margin: 0.2em 0 0; }
ul.tasks { padding-inline-start: 0; list-style: none; }
ul.tasks > li { padding-inline-start: 1.5em; }
ul.tasks > li > label > input, ul.tasks > li > p > label > input { margin-inline: -1.5em calc(1.25em - var(--box)); }
input[type='checkbox'] { --box: 0.85em; width: var(--box); height: var(--box); margin: 0 0.4em 0 0; vertical-align: -0.05em; accent-color: var(--accent); }
dl { margin: 0 0 calc(var(--leading) * 0.5em); }
dt { margin-top: 0.5em; font-weight: 600; break-after: avoid; }
dd { margin: 0 0 0.2em; margin-inline-start: 1.5em; }
dd > :last-child { margin-bottom: 0; }
blockquote { padding-inline-start: 16px; border-inline-start: 2px solid var(--line); color: var(--soft); font-style: italic; }
blockquote em { font-style: normal; }
.callout { --voice: var(--soft); border-color: var(--voice); color: inherit; font-style: normal; }
.callout em { font-style: italic; }
.callout > :first-child { margin-bottom: 0.2em; color: var(--voice); break-after: avoid; }
.callout.note { --voice: var(--accent); } .callout.tip { --voice: var(--add); } .callout.important { --voice: var(--violet); }
.callout.warning { --voice: var(--theirs); } .callout.caution { --voice: var(--del); }
/* These scripts have no italic letters: dots or weight are used instead. */
:is(:lang(ja), :lang(zh), :lang(ko), :lang(ar), :lang(fa), :lang(ur), :lang(he), :lang(hi)) :is(em, blockquote) { font-style: normal; }
:is(:lang(ja), :lang(zh), :lang(ko)) em { text-emphasis: filled dot; text-emphasis-position: over right; }
:is(:lang(ar), :lang(fa), :lang(ur), :lang(he), :lang(hi)) em { font-weight: 600; }
blockquote > :last-child, li > :last-child { margin-bottom: 0; }
code { font-family: var(--mono); font-size: 0.82em; font-variant-ligatures: none; }
.unbroken { ${UNBROKEN_STYLE}; }
/* An option such as --width is not broken after its hyphens. */
code.word { white-space: nowrap; }
pre { overflow-x: auto; padding: 12px 14px; border-radius: 6px; background: color-mix(in srgb, var(--ink) 5%, transparent); line-height: 1.6; tab-size: 4; }
pre code { font-size: 0.78em; }
.table { overflow-x: auto; }
table { --gap: 1.2em; border-collapse: collapse; font-size: 0.9em; line-height: 1.5; font-variant-numeric: tabular-nums; }
/* The gap between two columns is at the end of a cell in the table's direction, whichever way the cell itself runs. */
th, td { padding: 0.35em var(--gap) 0.35em 0; text-align: start; vertical-align: top; }
th { font-weight: 600; }
thead tr > * { border-bottom: 1.5px solid var(--soft); }
tbody tr > * { border-bottom: 1px solid var(--line); }
.left { text-align: left; } .center { text-align: center; } .right { text-align: right; }
th.right:last-child, td.right:last-child { padding-right: 0; }
[dir='rtl'] > table :is(th, td) { padding-right: 0; padding-left: var(--gap); }
[dir='rtl'] > table .left:last-child { padding-left: 0; }
.formula { overflow: auto hidden; padding-block: 0.3em; text-align: center; }
math { font-family: 'STIX Two Math', 'Latin Modern Math', 'Cambria Math', 'Noto Sans Math', math; font-size: 1.05em; }
hr { width: 33%; margin: 2em auto; border: 0; border-top: 1px solid var(--line); }
img { max-width: 100%; height: auto; border-radius: 4px; }
p.picture > img, figure > img { display: block; margin: 0 auto; }
figure { text-align: center; }
figcaption { margin-top: 0.5em; color: var(--soft); font-size: 0.85em; line-height: 1.45; }
.missing { padding: 0 10px; border: 1px solid var(--line); border-radius: 6px; color: var(--soft); font-size: 0.8em; }
.missing::before { content: '▨ ' / ''; }
.notes { margin-top: 3em; padding-top: 1em; border-top: 1px solid var(--line); font-size: 0.85em; line-height: 1.55; }
.notes li { margin-bottom: 0.5em; }
:target { background: color-mix(in srgb, var(--mark) 60%, transparent); border-radius: 2px; }
@media (forced-colors: active) {
  pre { border: 1px solid; }
}
@media print {
  :root { --text-size: 11pt; --measure: none; }
  /* Some PDF readers cannot map ligatures to letters. */
  html { line-height: 1.5; hyphens: auto; font-variant-ligatures: no-common-ligatures; }
  /* The same holds for tabular digits, which lists use by default. */
  table, ::marker { font-variant-numeric: normal; }
  /* The same holds for v and w in small italics, for which the font has other glyphs. */
  sub, sup, .missing, .notes { font-variation-settings: 'opsz' 14; }
  main { max-width: none; padding: 0; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; hyphens: none; }
  h1.part { break-before: page; }
  .contents ol { padding-inline-start: 0; list-style: none; }
  .contents ol ol { padding-inline-start: 1.5em; }
  .contents a { display: flex; align-items: last baseline; gap: 0.5em; overflow-wrap: anywhere; text-decoration: none; break-inside: avoid; }
  .leader { flex: 1; min-width: 2em; border-bottom: 1.5px dotted var(--faint); }
  /* The width is the same with and without the number. */
  .contents .page { width: 2.6em; text-align: end; white-space: nowrap; }
  /*
   * A paragraph that leads to code, a table or a formula stays with it; a short table is not broken; no page ends with
   * a rule. Directly after a heading this is not applied: Chromium lists a heading twice in the outline if two such
   * rules move it to the next page.
   */
  p:has(+ :is(pre, .table, .formula)):not(:is(h1, h2, h3, h4, h5, h6) + p), hr { break-after: avoid; }
  .table:not(:has(tr:nth-child(12))) { break-inside: avoid; }
  p, li { orphans: 3; widows: 3; }
  pre, img, tr, .formula, figure, p.picture { break-inside: avoid; }
  /* A page has room for a picture with its heading and a line below it; a higher picture would be cut in two. */
  img { max-height: 180mm; object-fit: contain; }
  .notes { margin-top: 1.6em; padding-top: 0.7em; }
  .notes li { break-inside: avoid; }
  .notes p:has(> a.back:first-child) { break-before: avoid; }
  /* The lines of the smaller type stand as close as those of the text. */
  pre { line-height: 1.3; white-space: pre-wrap; overflow-wrap: anywhere; }
  .table, .formula { overflow: visible; }
  /* What is wider than the page is measured in the printing window. */
  table.crowded { --gap: 0.4em; width: 100%; table-layout: fixed; overflow-wrap: anywhere; }
  thead { display: table-header-group; }
  a { color: inherit; }
  :target { background: none; }
}
`
