import fs from 'node:fs'
import { parse } from 'yaml'
import type { ExportFormat } from '../../shared/export-forms'
import { readDocument } from '../../shared/markdown/tree/read-document'
import { countTextWords } from '../../shared/text/words/text-words'
import { isDeeplyNested } from '../../shared/text/yaml-depth'
import { beginningOf, firstTexts } from './beginning'
import { diagramsIn, withPictures } from './diagrams'
import { writeDocx } from './docx/docx'
import { writeEpub } from './epub/epub'
import { writeHtmlFolder } from './html/html-folder'
import { writeHtml } from './html/write-html'
import { writePaper } from './html/write-paper'
import type { ExportJob, JobDone } from './job'
import { leftBehind } from './left-behind'
import { writeMarkdown } from './markdown/write-markdown'
import { readCover, readPictures } from './pictures'
import { ownWordsIn } from './language/own-words'
import { withCalloutTitles } from './language/callout-titles'
import { hyphenatedTree } from './language/hyphenation'
import { readPatterns } from './language/patterns'
import { named, type Pictures, type Publication, type PublicationPart } from './publication'
import { writePlainText } from './text/plain-text'

type Writer = (
  publication: Publication,
  pictures: Pictures,
  job: ExportJob,
) => Uint8Array | Iterable<Uint8Array>

/** The writer of each format, in the worker. */
const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  // The printing window makes a PDF from this page.
  pdf: writePaper,
  docx: writeDocx,
  epub: (publication, pictures, { cover, coverFile }) =>
    writeEpub(publication, pictures, {
      ...(cover !== undefined && { cover }),
      ...(coverFile !== undefined && { image: readCover(coverFile) }),
    }),
  html: writeHtml,
  text: writePlainText,
  markdown: (publication, _pictures, job) => writeMarkdown(publication, job),
}

/** Reads and writes the texts of a job. The time grows with their size, so this runs in a worker. */
export async function runJob(job: ExportJob): Promise<JobDone> {
  const publication = publicationOf(job)
  if (job.kind === 'diagrams') return { pictures: 0, left: [], sources: diagramsIn(publication) }
  const pictures = readPictures(job.pictures)
  const examined = leftBehind(publication, pictures, job)
  if (job.kind === 'check') return { ...examined, words: wordsIn(job), beginning: beginningFrom(job) }
  if (job.format === 'html' && job.shape === 'folder' && job.file !== undefined) {
    writeHtmlFolder(publication, pictures, job.file)
    return examined
  }
  const isParted = job.format === 'pdf' && job.hyphenates !== false
  const said = isParted ? await hyphenatedPublication(publication) : publication
  const written = WRITERS[job.format](said, pictures, job)
  const pieces = written instanceof Uint8Array ? [written] : written
  if (job.file === undefined) return { ...examined, bytes: Buffer.concat([...pieces]) }
  writePieces(job.file, pieces)
  return examined

  function beginningFrom(whole: ExportJob) {
    // The window draws the diagrams of the preview itself.
    const { diagrams: _drawn, ...first } = firstTexts(whole)
    return beginningOf(publication, publicationOf(first), pictures, first)
  }
}

/** Adds soft hyphens to texts in languages with known hyphenation. */
async function hyphenatedPublication(publication: Publication): Promise<Publication> {
  const languageOf = ({ language = publication.language }: PublicationPart) => language
  const languages = [...new Set(publication.parts.map(languageOf))]
  const patterns = new Map(
    await Promise.all(languages.map(async (one) => [one, await readPatterns(one)] as const)),
  )
  const parts = publication.parts.map((part): PublicationPart => {
    const partsOf = patterns.get(languageOf(part))
    return part.tree === undefined || partsOf === undefined
      ? part
      : { ...part, tree: hyphenatedTree(part.tree, partsOf) }
  })
  return { ...publication, parts }
}

const wordsIn = ({ parts }: ExportJob): number =>
  parts.reduce((sum, { markdown = '' }) => sum + countTextWords(markdown), 0)

function writePieces(file: string, pieces: Iterable<Uint8Array>): void {
  const descriptor = fs.openSync(file, 'w')
  try {
    for (const piece of pieces) for (let at = 0; at < piece.length;) at += fs.writeSync(descriptor, piece, at)
  } finally {
    fs.closeSync(descriptor)
  }
}

function publicationOf(job: ExportJob): Publication {
  const parts = job.parts.map(({ title, level, markdown }, index): PublicationPart => {
    const part = { name: `d${index + 1}`, title, level }
    if (markdown === undefined) return part
    const tree = withPictures(readDocument(markdown), job.diagrams)
    const { language } = frontMatterOf(tree.frontMatter)
    return { ...part, tree, ...(language !== undefined && { language }) }
  })
  const { id, modified, isBook } = job
  const first = frontMatterOf(parts.find(({ tree }) => tree !== undefined)?.tree?.frontMatter)
  // A system may name no language at all, but for example “C”.
  const language = first.language ?? (LANGUAGE.test(job.language) ? job.language : 'en')
  return {
    ...{ id, modified, isBook, language },
    title: named(job.title, ownWordsIn(language).untitled),
    parts: parts.map((part) => inItsLanguage(part, language)),
    authors: first.authors,
  }
}

/** The part with our own words in its language, or in that of the whole where it names none. */
function inItsLanguage(part: PublicationPart, ofAll: string): PublicationPart {
  const words = ownWordsIn(part.language ?? ofAll)
  const tree = part.tree && withCalloutTitles(part.tree, words.callouts)
  return { ...part, title: named(part.title, words.untitled), ...(tree !== undefined && { tree }) }
}

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/

/** The language and authors that front matter states under the keys of other programs. */
function frontMatterOf(source: string | undefined): { language?: string; authors: readonly string[] } {
  let values: unknown
  try {
    // Otherwise the library compares each key with all others.
    values = source === undefined || isDeeplyNested(source) ? undefined : parse(source, { uniqueKeys: false })
  } catch {
    // The text is exported without these facts.
  }
  if (typeof values !== 'object' || values === null) return { authors: [] }
  const of = (key: string): unknown => (values as Readonly<Record<string, unknown>>)[key]
  const language = [of('lang'), of('language')].find((one) => typeof one === 'string' && LANGUAGE.test(one))
  const authors = [of('author'), of('authors')].flat().filter((one) => typeof one === 'string' && one !== '')
  return { ...(language !== undefined && { language: language as string }), authors: authors as string[] }
}
