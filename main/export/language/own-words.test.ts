import { strFromU8, unzipSync } from 'fflate'
import { fromHtml } from 'hast-util-from-html'
import { expect, test } from 'vitest'
import type { ExportFormat } from '../../../shared/export-forms'
import { runJob } from '../run-job'
import { PICTURE } from '../testing/fixtures'
import { OWN_LANGUAGES, ownWordsIn, type OwnWords } from './own-words'

const text = (language: string) =>
  `---\nlang: ${language}\n---\n\n1[^1] ![](/api/v1/files/1/serve)\n\n- > [!WARNING]\n  > 2\n\n> [!note] 3\n\n> [!own-kind]\n> 4\n\n[^1]: 5\n`

async function exported(format: ExportFormat, ...languages: readonly string[]) {
  const { width, height } = PICTURE
  const { bytes = new Uint8Array() } = await runJob({
    ...{ kind: 'write', format, paper: 'A4', language: 'en', modified: '2026-11-28T10:00:00.000Z' },
    ...{ id: 'b0e0f6e4-0000-4000-8000-000000000001', title: '', isBook: languages.length > 1 },
    pictures: new Map([['file:1', { bytes: PICTURE.read(), width, height }]]),
    parts: languages.map((language) => ({ title: '', level: 1, markdown: text(language) })),
  })
  return bytes
}

const htmlOf = async (...languages: readonly string[]) =>
  new TextDecoder().decode(await exported('html', ...languages))

const all = ({ page, contents, untitled, picture, callouts }: OwnWords): readonly string[] => [
  ...Object.values(page),
  ...[contents, untitled, picture],
  ...Object.values(callouts),
]

test('each language that the app knows has words of its own', () => {
  const known = 'en de fr es it pt nl pl sv da nb fi cs ru uk ja zh zh-Hant ko ar he'.split(' ')
  expect([...OWN_LANGUAGES].toSorted()).toEqual(known.toSorted())
  for (const language of known) {
    const words = all(ownWordsIn(language))
    expect(
      words.filter((word) => word.trim() === ''),
      language,
    ).toEqual([])
    expect(words).toHaveLength(11)
    if (language !== 'en') expect(ownWordsIn(language).page.backToText).not.toBe('Back to the text')
  }
})

test.each([
  ['de-AT', 'Inhalt'],
  ['nn', 'Innhold'],
  ['NO', 'Innhold'],
  ['zh-TW', '目錄'],
  ['zh-Hans-CN', '目录'],
  ['zh-Hant-HK', '目錄'],
  ['tlh', 'Contents'],
  ['constructor', 'Contents'],
])('in %s contents are called %s', (language, contents) => {
  expect(ownWordsIn(language).contents).toBe(contents)
})

for (const language of OWN_LANGUAGES)
  test(`a page in ${language} says in it what no text says`, async () => {
    const { page, contents, untitled, callouts } = ownWordsIn(language)
    const html = await htmlOf(language, language)
    const wrong: string[] = []
    fromHtml(html, { onerror: ({ ruleId }) => void wrong.push(`${ruleId}`) })
    expect(wrong).toEqual([])
    for (const said of [
      ...[`aria-label="${contents}"`, `aria-label="${page.notes}"`, `aria-label="${page.note} 1"`],
      ...[`aria-label="${page.backToText}"`, `<title>${untitled}</title>`, `>${untitled}</h1>`],
      `<strong>${callouts.warning}</strong>`,
      // The writer's titles stay, as do kinds that the writer has invented.
      ...['<strong>3</strong>', '<strong>Own kind</strong>'],
    ])
      expect(html).toContain(said)
  })

test('each text of a book is in its own language, and the whole in that of the first', async () => {
  const html = await htmlOf('de', 'fr')
  expect(html).toContain('aria-label="Inhalt"')
  expect(html).toContain('aria-label="Zurück zum Text"')
  expect(html).toContain('aria-label="Retour au texte"')
  expect(html).toContain('<strong>Warnung</strong>')
  expect(html).toContain('<strong>Avertissement</strong>')
})

test('Word and a book for reading devices say it in the language of the text', async () => {
  const word = strFromU8(
    unzipSync(await exported('docx', 'pl', 'pl'))['word/document.xml'] ?? new Uint8Array(),
  )
  for (const said of ['"Spis treści"', '>Bez tytułu<', '>Ostrzeżenie<', 'name="Ilustracja"'])
    expect(word).toContain(said)
  const files = unzipSync(await exported('epub', 'ja', 'ja'))
  const read = (name: string) => strFromU8(files[`EPUB/${name}`] ?? new Uint8Array())
  expect(read('contents.xhtml')).toContain('<h1>目次</h1>')
  expect(read('title.xhtml')).toContain('>無題</h1>')
  for (const said of ['aria-label="本文に戻る"', '<strong>警告</strong>'])
    expect(read('d1.xhtml')).toContain(said)
})
