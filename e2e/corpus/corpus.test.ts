import { EpubCheck } from '@likecoin/epubcheck-ts'
import { strFromU8, unzipSync } from 'fflate'
import { fromHtml } from 'hast-util-from-html'
import mammoth from 'mammoth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gather, planExport } from '../../main/export/gather'
import { runJob } from '../../main/export/run-job'
import { convert } from '../../main/porting/convert/convert'
import { createMutex } from '../../main/porting/mutex'
import { createPorting } from '../../main/porting/porting'
import { richText } from '../../renderer/porting/copy-rich'
import type { ExportFormat } from '../../shared/export-forms'
import { openLibraryOf, openWriter, type Writer } from '../protocol/writer'
import { CORPUS, CORPUS_FOLDER } from './texts'
import { officeTexts } from './office'
import { isInstalled } from './other-readers'
import { htmlWords, lettersIn, sourceWords, wordsIn } from './words'

let writer: Writer
const ids = new Map<string, string>()

beforeAll(async () => {
  writer = openWriter()
  writer.faults.offline(true)
  const library = openLibraryOf(writer)
  const porting = createPorting({ emit: () => {}, mutex: createMutex() })
  const report = await porting.plan(CORPUS_FOLDER, library)
  const going = { folderId: null, tagsInText: false, keepDates: false }
  await porting.import({ ...going, plan: report?.plan ?? 0 }, library)
  const page = { filter: {}, sort: 'title', descending: false, offset: 0, limit: 50 } as const
  for (const { id, title } of (await writer.workspace.catalog.documents(page)).items) ids.set(title, id)
})

afterAll(async () => {
  await writer.close()
})

async function exported(title: string, format: ExportFormat): Promise<Uint8Array> {
  const library = openLibraryOf(writer)
  const plan = await planExport(library, { ids: [ids.get(title) ?? ''] })
  const { job, missing } = await gather(library, plan, {
    ...{ format, paper: 'A4', language: 'en', readsElsewhere: false },
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  const { left, bytes = new Uint8Array() } = await runJob({ ...job, kind: 'write' })
  const known = /is not in a file of (?:plain text|markdown)\.$|^Word has no lists in footnotes/
  const unexpected = [...missing, ...left].filter(({ why }) => !known.test(why))
  if (unexpected.length > 0) throw new Error(unexpected.map(({ why }) => why).join('\n'))
  return bytes
}

/** The words that occur in the source more often than in the other text. */
function lacking(text: string, source: string): readonly string[] {
  const left = [...wordsIn(text)]
  return wordsIn(source).filter((word) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

for (const { name, title, markdown } of CORPUS) {
  test(`${name}: a page of HTML is valid and has every word in its place`, async () => {
    const html = new TextDecoder().decode(await exported(title, 'html'))
    const wrong: string[] = []
    fromHtml(html, { onerror: ({ ruleId, line }) => void wrong.push(`${ruleId} in line ${line}`) })
    expect(wrong).toEqual([])
    expect(wordsIn(htmlWords(html))).toEqual(wordsIn(sourceWords(markdown)))
  })

  test(`${name}: a document of Word has every word, for its own reader and when it is imported again`, async () => {
    const bytes = await exported(title, 'docx')
    const { value, messages } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })
    expect(messages.filter(({ type }) => type === 'error')).toEqual([])
    const source = sourceWords(markdown, { withoutFormulas: true, numbersInNotes: true })
    expect(wordsIn(htmlWords(value))).toEqual(wordsIn(source))
    const { markdown: again } = await convert('again.docx', bytes, 'pictures')
    const says = { numbersInNotes: true }
    expect(wordsIn(sourceWords(again, says))).toEqual(wordsIn(sourceWords(markdown, says)))
  })

  test(`${name}: a book for reading devices is valid and has every word in its place`, async () => {
    const bytes = await exported(title, 'epub')
    const { messages } = await EpubCheck.validate(bytes)
    expect(messages.filter(({ severity }) => severity !== 'info' && severity !== 'usage')).toEqual([])
    const chapter = strFromU8(unzipSync(bytes)['EPUB/d1.xhtml'] ?? new Uint8Array())
    expect(wordsIn(htmlWords(chapter))).toEqual(wordsIn(sourceWords(markdown)))
  })

  test(`${name}: plain text, markdown and the clipboard have every word`, async () => {
    const plain = new TextDecoder().decode(await exported(title, 'text'))
    const says = { numbers: true, alternatives: true, addresses: true }
    const source = sourceWords(markdown, says)
    // A table that is wider than a line repeats its column names in each row.
    if (name === 'manual') expect(lacking(plain, source)).toEqual([])
    else expect(lettersIn(plain)).toBe(lettersIn(source))
    expect(
      plain.split('\n').filter((line) => !/^ {4}/.test(line) && line.replace(/\p{M}/gu, '').length > 80),
    ).toEqual([])
    const kept = new TextDecoder().decode(await exported(title, 'markdown'))
    // The title is a field of the document, and some texts contain the title too.
    const heading = markdown.includes(`# ${title}\n`) ? '' : title
    expect(wordsIn(`${heading}${sourceWords(kept)}`)).toEqual(wordsIn(sourceWords(markdown)))
    const rich = htmlWords(`<h1>${heading}</h1>${(await richText(markdown)).html}`)
    expect(wordsIn(rich)).toEqual(wordsIn(sourceWords(markdown, { alternatives: true })))
  })
}

test('every word is read, and the headings by their styles (needs LibreOffice)', async (context) => {
  context.skip(!isInstalled('LibreOffice'))
  const files = new Map<string, Uint8Array>()
  for (const { name, title } of CORPUS) files.set(name, await exported(title, 'docx'))
  const texts = await officeTexts(files)
  for (const { name, title, markdown } of CORPUS) {
    const { words = '', headings } = texts.get(name) ?? { headings: [] }
    const source = sourceWords(markdown, { withoutFormulas: true, numbersInNotes: true })
    expect(wordsIn(words), name).toEqual(wordsIn(source))
    const written = [...markdown.replace(/^```[^]*?^```/gm, '').matchAll(/^(#+) (.*)$/gm)]
    const expected = written.map(([, signs, said]) => `${signs?.length} ${said}`)
    expect(headings, name).toEqual(expected.filter((heading) => heading !== `1 ${title}`))
  }
})
