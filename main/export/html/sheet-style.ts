import { marginsOf, SHEETS } from '../../../shared/export-forms'
import type { ExportJob } from '../job'

/**
 * The sheets of a page: their size, their margins, the title above all but the first and the number below. It stands in the
 * page itself, so that a PDF and what a printer gets have the same lines; a printer with other paper keeps them, too.
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
@page :first { @top-center { content: none; } }
/* Soft hyphens part words alike on every system: not all of them bring what they part words by. */
@media print { html { hyphens: manual; } img { max-height: ${Math.round((height - 2 * edge) * 0.72)}mm; } }
`
}

const RUNNING = "font: 8pt/1.2 'Literata Variable', Literata, Georgia, serif; color: #6d675c;"

/** Letters of a title that one line of a narrow page holds. */
const HEAD_LENGTH = 70

function headOf(title: string): string {
  const words = title.replace(/\s+/g, ' ').trim()
  if (words.length <= HEAD_LENGTH) return words
  const space = words.lastIndexOf(' ', HEAD_LENGTH)
  return `${words.slice(0, space > 0 ? space : HEAD_LENGTH)}…`
}

/** Whatever is no letter or digit by its number: nothing of it ends the string, the rule or the element around them. */
const cssString = (words: string): string =>
  `"${words.replace(/[^\p{L}\p{M}\p{N} ]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`
