import { marginsOf, SHEETS } from '../../../shared/export-forms'
import type { ExportJob } from '../job'

/**
 * The rules for the sheets of a page: their size, their margins, the title above all but the first and the number
 * below. They are part of the page itself, so that a PDF and a printout have the same lines; a printer with other paper
 * keeps the lines too.
 */
export function sheetStyle({ paper, margins }: Pick<ExportJob, 'paper' | 'margins'>, title: string): string {
  const { width, height } = SHEETS[paper]
  const { side, edge } = marginsOf(paper, margins)
  return `
@page {
  size: ${width}mm ${height}mm; margin: ${edge}mm ${side}mm;
  @top-center { content: ${cssString(headOf(title))}; ${RUNNING} }
  @bottom-center { content: counter(page) " / " counter(pages); ${RUNNING} }
}
/* The window measures on the screen what may be too wide for the sheet. */
@media screen { html { width: ${width - 2 * side}mm; } }
@page :first { @top-center { content: none; } }
/* Soft hyphens divide words in the same way on every system: not every system has hyphenation of its own. */
@media print { html { hyphens: manual; } img { max-height: ${Math.round((height - 2 * edge) * 0.72)}mm; } }
`
}

const RUNNING = "font: 8pt/1.2 'Literata Variable', Literata, Georgia, serif; color: #6d675c;"

/** How many letters of a title fit in one line of a narrow page. */
const HEAD_LENGTH = 70

function headOf(title: string): string {
  const words = title.replace(/\s+/g, ' ').trim()
  if (words.length <= HEAD_LENGTH) return words
  const space = words.lastIndexOf(' ', HEAD_LENGTH)
  return `${words.slice(0, space > 0 ? space : HEAD_LENGTH)}…`
}

/**
 * Escapes every character that is not a letter or a digit, so that none of them ends the string, the rule or the
 * element around it.
 */
const cssString = (words: string): string =>
  `"${words.replace(/[^\p{L}\p{M}\p{N} ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`
