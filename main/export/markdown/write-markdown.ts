import type { ExportJob } from '../job'
import type { Publication } from '../publication'
import { chapterOf } from './chapter'
import { withOwnLabels } from '../../../shared/markdown/own-labels'

/**
 * A text as it is written; or a book, in which each text follows its title and has its headings below it, and in which
 * its footnotes and links find the definitions of the same text.
 */
export function writeMarkdown({ isBook, title, parts }: Publication, job: ExportJob): Uint8Array {
  const texts = job.parts.map(({ markdown = '' }) => markdown)
  if (!isBook) return Buffer.from(texts[0] ?? '')
  const chapters = withOwnLabels(parts.map((part, index) => chapterOf(part, texts[index] ?? '')))
  const sections = parts.map((part, index) =>
    `${'#'.repeat(part.level)} ${part.title}\n\n${chapters[index]}`.trimEnd(),
  )
  return Buffer.from(`${[`# ${title}`, ...sections].join('\n\n')}\n`)
}
