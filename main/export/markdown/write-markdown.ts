import type { ExportJob } from '../job'
import type { Publication } from '../publication'
import { changeLinks } from '../../../shared/markdown/change-links'
import { withOwnLabels } from '../../../shared/markdown/own-labels'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import { decoded } from '../../../shared/text/decoded'
import { chapterOf, headingIdsOf } from './chapter'

/**
 * A text as it is written; or a book, in which each text follows its title and has its headings below it, and in which
 * its footnotes and links find the definitions and headings of the same text.
 */
export function writeMarkdown(publication: Publication, job: ExportJob): Uint8Array {
  const texts = job.parts.map(({ markdown = '' }) => markdown)
  if (!publication.isBook) return Buffer.from(texts[0] ?? '')
  const chapters = publication.parts.map((part, index) => chapterOf(part, texts[index] ?? ''))
  return Buffer.from(bookOf(publication, withOwnLabels(withOwnHeadings(publication, chapters))))
}

function bookOf({ title, parts }: Publication, chapters: readonly string[]): string {
  const sections = parts.map((part, index) =>
    `${'#'.repeat(part.level)} ${part.title}\n\n${chapters[index]}`.trimEnd(),
  )
  return `${[`# ${title}`, ...sections].join('\n\n')}\n`
}

/** The chapters with links to the ids that their headings have in the book, where several have the same words. */
function withOwnHeadings(publication: Publication, chapters: readonly string[]): readonly string[] {
  const before = publication.parts.map(headingIdsOf)
  const [, ...after] = readDocument(bookOf(publication, chapters)).blocks.flatMap((block) =>
    block.kind === 'heading' ? [block.id] : [],
  )
  if (after.length !== before.flat().length) return chapters
  let at = 0
  return chapters.map((chapter, index) => {
    const ids = new Map(before[index]!.map((id) => [id, after[at++]]))
    return changeLinks(chapter, ({ kind, target }) => {
      if (kind !== 'link' || !target.startsWith('#')) return undefined
      const id = decoded(target.slice(1))
      const now = ids.get(id)
      return now === undefined || now === id ? undefined : { target: `#${now}` }
    })
  })
}
