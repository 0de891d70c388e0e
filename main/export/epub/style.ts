/**
 * The style of a book. Reading devices have fonts, colours and margins of their own, so it contains only rules that
 * they cannot know.
 */
export const BOOK_STYLE = `h1, h2, h3, h4, h5, h6 { line-height: 1.25; break-after: avoid; hyphens: none; -webkit-hyphens: none; }
h1 { margin: 2em 0 1em; }
h1.title { margin: 20% 0 1em; text-align: center; }
p.author { text-align: center; }
p { margin: 0 0 0.7em; orphans: 2; widows: 2; }
blockquote { margin: 1em 1.5em; }
dt { margin-top: 0.5em; font-weight: bold; break-after: avoid; }
dd { margin: 0 0 0.3em; margin-inline-start: 1.5em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85em; }
code { font-family: monospace; }
img { max-width: 100%; height: auto; }
figure { margin: 1em 0; text-align: center; break-inside: avoid; }
figcaption { margin-top: 0.4em; font-size: 0.85em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.3em 0.6em; border-bottom: 1px solid #999; text-align: start; vertical-align: top; }
.left { text-align: left; } .center { text-align: center; } .right { text-align: right; }
.formula { text-align: center; margin: 1em 0; }
hr { width: 30%; margin: 2em auto; border: 0; border-top: 1px solid #999; }
ul.tasks { list-style: none; padding-inline-start: 0; }
ul.tasks > li { padding-inline-start: 1.5em; }
input { width: 0.85em; height: 0.85em; margin: 0 0.4em 0 0; }
ul.tasks > li > label > input, ul.tasks > li > p > label > input { margin-inline: -1.5em 0.4em; }
sup.note { font-size: 0.75em; line-height: 1; }
sup.note a, a.back { text-decoration: none; }
.notes { margin-top: 2em; border-top: 1px solid #999; font-size: 0.9em; }
.missing { font-style: italic; }
nav ol { list-style: none; }
`
