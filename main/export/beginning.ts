import type { Beginning } from '../../shared/ipc/ipc-export'
import { escaped } from '../../shared/markdown/html/escape'
import { filePicture } from '../../shared/markdown/html/file-picture'
import { formulaHtml } from '../../shared/markdown/html/formula'
import { blockHtml } from '../../shared/markdown/html/html'
import type { HtmlContext } from '../../shared/markdown/html/inline-html'
import { bodyOf, type Pictures, type Publication } from './publication'
import { contentsHtml } from './html/write-html'
import { writeMarkdown } from './markdown/write-markdown'
import type { ExportJob } from './job'
import { writePlainText } from './text/plain-text'

/** More letters than fit on a page. */
const LETTERS = 6_000
const READ = 30_000
const BLOCKS = 60
const LINES = 70
const LONGEST_BLOCK = 100_000

/** The beginning of a job's file, enough for its first page; `first` and `job` contain only the first texts. */
export function beginningOf(
  publication: Publication,
  first: Publication,
  pictures: Pictures,
  job: ExportJob,
): Beginning {
  const { format } = job
  if (format === 'text') return { lines: firstLines(writePlainText(first)) }
  if (format === 'markdown') return { lines: firstLines(writeMarkdown(first, job)) }
  const context: HtmlContext = {
    linkTo: () => '#',
    picture: (address) => {
      const picture = pictures(address)
      return picture && { address: filePicture(address), width: picture.width, height: picture.height }
    },
    idOf: () => '',
    formula: formulaHtml,
    words: { notes: '', note: '', backToText: '' },
  }
  const { title, isBook, authors, language } = publication
  const by = format === 'epub' ? authors.map((name) => `<p class="author">${escaped(name)}</p>`) : []
  const head = [`<h1 class="title">${escaped(title)}</h1>`, ...by]
  if (format === 'epub') return { blocks: head, language }
  // The chapters of a book begin on new pages, but in HTML they form one page.
  if (isBook && format !== 'html') return { blocks: [...head, contentsHtml(publication)], language }
  const blocks: string[] = isBook ? [...head, contentsHtml(publication)] : head
  for (const part of first.parts) {
    if (part.level > 0) blocks.push(`<h${part.level}>${escaped(part.title)}</h${part.level}>`)
    for (const block of bodyOf(part).slice(0, BLOCKS)) {
      const html = blockHtml(block, context)
      if (html.length <= LONGEST_BLOCK) blocks.push(html)
    }
  }
  return { blocks: blocks.filter((html) => html !== '').slice(0, BLOCKS * 2), language }
}

/** The job with only as much text as fits on a page, so that the rest need not be read again. */
export function firstTexts(job: ExportJob): ExportJob {
  let letters = 0
  const parts = job.parts.flatMap((part) => {
    if (letters > LETTERS) return []
    const { markdown = '' } = part
    letters += markdown.length
    // A cut in the middle of a line could split a character.
    const end = markdown.length <= READ ? markdown.length : markdown.lastIndexOf('\n', READ)
    return [
      { ...part, ...(part.markdown !== undefined && { markdown: markdown.slice(0, Math.max(end, 0)) }) },
    ]
  })
  return { ...job, parts }
}

const firstLines = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, 40_000))
    .split('\n')
    .slice(0, LINES)
    .join('\n')
    .slice(0, LONGEST_BLOCK)
