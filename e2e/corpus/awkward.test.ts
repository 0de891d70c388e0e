import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { runJob } from '../../main/export/run-job'
import { PICTURE } from '../../main/export/testing/fixtures'
import { richText } from '../../renderer/porting/copy-rich'
import type { ExportFormat } from '../../shared/export-forms'
import { AWKWARD, awkwardWords, ofKind, saidInOrder } from './awkward'
import { htmlWords } from './words'

const TITLE = 'Awkward'

async function exported(format: ExportFormat) {
  const { width, height } = PICTURE
  const { bytes = new Uint8Array(), left } = await runJob({
    ...{ kind: 'write', format, paper: 'A4', language: 'en', modified: '2026-11-28T10:00:00.000Z' },
    ...{ id: 'b0e0f6e4-0000-4000-8000-000000000001', title: TITLE, isBook: false },
    pictures: new Map([['file:1', { bytes: PICTURE.read(), width, height }]]),
    parts: [{ title: TITLE, level: 0, markdown: AWKWARD }],
  })
  return { bytes, left: left.map(({ why }) => why) }
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

test('every word of an awkward text is in a page of HTML and of paper, once and in its place', async () => {
  for (const format of ['html', 'pdf'] as const)
    expect(awkwardWords(htmlWords(text((await exported(format)).bytes))), format).toEqual(saidInOrder())
})

test('every word of an awkward text is in a document of Word, once and in its place', async () => {
  const files = unzipSync((await exported('docx')).bytes)
  const wordsOf = (part: string) =>
    awkwardWords(strFromU8(files[`word/${part}.xml`] ?? new Uint8Array()).replace(/<[^<>]*>/g, ''))
  expect([...wordsOf('document'), ...wordsOf('footnotes')]).toEqual(saidInOrder())
})

test('every word of an awkward text is in a book, once and in its place', async () => {
  const chapter = unzipSync((await exported('epub')).bytes)['EPUB/d1.xhtml'] ?? new Uint8Array()
  expect(awkwardWords(htmlWords(strFromU8(chapter)))).toEqual(saidInOrder())
})

test('every word of an awkward text is in plain text, once and in its place', async () => {
  expect(awkwardWords(text((await exported('text')).bytes))).toEqual(saidInOrder('t'))
})

test('an export says which words of an awkward text stay in it', async () => {
  for (const format of ['pdf', 'docx', 'epub', 'html', 'text'] as const) {
    const { left } = await exported(format)
    for (const said of [
      /^The footnote “unused” stays here: nothing refers to it\.$/,
      /^A second footnote “two” stays here: references to it lead to the first\.$/,
      /^The cell “k\d+k” has no column and stays here\.$/,
    ])
      expect(
        left.filter((why) => said.test(why)),
        `${format} ${said}`,
      ).toHaveLength(1)
    if (format !== 'text')
      expect(left).toContain(
        'The picture lost.png is not on this device or is damaged: its address stands in its place.',
      )
  }
  const { left } = await exported('markdown')
  expect(left.filter((why) => !why.startsWith('The picture'))).toEqual([])
})

test('every word of an awkward text is on the clipboard, once and in its place', async () => {
  const words = awkwardWords(htmlWords((await richText(AWKWARD)).html))
  expect(ofKind(words, 'w', 'r', 'n', 'k')).toEqual(saidInOrder())
})
