import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import { writePaper } from '../html/write-paper'
import { publicationOf, whole } from '../testing/fixtures'
import { hyphenatedTree } from './hyphenation'
import { readPatterns } from './patterns'

const ofRoot = (file: string) => new URL(`../../../${file}`, import.meta.url)

/** A word with its hyphenation points shown. */
async function parted(language: string, word: string): Promise<string> {
  const partsOf = await readPatterns(language)
  const places = new Set(partsOf?.(word))
  return [...word].map((letter, at) => (places.has(at) ? `-${letter}` : letter)).join('')
}

test.each([
  ['en', 'extraordinary', 'ex-tra-or-di-nary'],
  ['en-GB', 'photographer', 'pho-to-graph-er'],
  ['de-AT', 'Donaudampfschifffahrt', 'Do-nau-dampf-schiff-fahrt'],
  ['fr', 'extraordinaire', 'ex-tra-or-di-naire'],
  ['es', 'extraordinario', 'ex-tra-or-di-na-rio'],
  ['it', 'straordinario', 'straor-di-na-rio'],
  ['pt-BR', 'extraordinário', 'ex-tra-or-di-ná-rio'],
  ['nl', 'buitengewoon', 'bui-ten-ge-woon'],
  ['pl', 'nadzwyczajny', 'nad-zwy-czaj-ny'],
  ['sv', 'sommarstuga', 'som-mar-stu-ga'],
  ['da', 'usædvanlige', 'usæd-van-li-ge'],
  ['nn', 'ekstraordinær', 'eks-tra-or-di-nær'],
  ['fi', 'poikkeuksellinen', 'poik-keuk-sel-li-nen'],
  ['cs', 'mimořádný', 'mimořádný'],
  ['ru', 'необыкновенный', 'необык-но-вен-ный'],
  ['uk', 'надзвичайний', 'над-зви-чай-ний'],
  ['en', 'slips', 'slips'],
  ['ja', 'extraordinary', 'extraordinary'],
  ['constructor', 'extraordinary', 'extraordinary'],
])('in %s a line parts %s as typesetters do', async (language, word, places) => {
  expect(await parted(language, word)).toBe(places)
})

test('letters that are no word of a language are not parted, however many there are', async () => {
  const letters = 'extraordinary'.repeat(4_000)
  expect(await parted('en', letters)).toBe(letters)
})

const TEXT = `## Extraordinary circumstances

extra*ord*inary **circumstances**, [everywhere](https://example.org/everywhere) and
https://example.org/extraordinary, extraordinary@example.org, extraordinary.circumstances, EXTRAORDINARY, extra\u00adordinary.

\`extraordinary\` $extraordinary$ ![extraordinary](/api/v1/files/1/serve "extraordinary")

    extraordinary circumstances

| extraordinary |
| ------------- |
| circumstances |

- circumstances[^1]

[^1]: circumstances
`

test('words are parted through their marks, and nothing that is no text', async () => {
  const partsOf = await readPatterns('en')
  if (partsOf === undefined) throw new Error('There are no patterns for English.')
  const tree = hyphenatedTree(readDocument(TEXT), partsOf)
  const html = whole(writePaper(publicationOf(tree), () => undefined, { paper: 'A4' })).toString()
  const shown = html.replaceAll('\u00ad', '|')
  for (const said of [
    ...[
      '>Extraordinary circumstances</h2>',
      'ex|tra<em>|or|d</em>i|nary',
      '<strong>cir|cum|stances</strong>',
    ],
    ...['href="https://example.org/everywhere">every|where</a>', '>https://example.org/extraordinary</a>'],
    ...['extraordinary@example.org', 'extraordinary.circumstances', 'EXTRAORDINARY', 'extra|ordinary.'],
    ...['<code>extraordinary</code>', '>extraordinary</annotation>', '>extraordinary circumstances</code>'],
    ...['<th scope="col">extraordinary</th>', '<td>cir|cum|stances</td>', '<li>cir|cum|stances<sup'],
    '<p>cir|cum|stances <a',
  ])
    expect(shown).toContain(said)
  // Without the soft hyphens the words are unchanged.
  const plain = whole(
    writePaper(publicationOf(readDocument(TEXT)), () => undefined, { paper: 'A4' }),
  ).toString()
  expect(html.replaceAll('\u00ad', '')).toBe(plain.replaceAll('\u00ad', ''))
})

test('a heading divides only words that may be wider than the page, and still counts as the title', async () => {
  const partsOf = (await readPatterns('de')) ?? (() => [])
  const text = '# Donaudampfschifffahrt\n\n## Über die Donaudampfschifffahrt und anderes\n'
  const tree = hyphenatedTree(readDocument(text), partsOf)
  const title = 'Donaudampfschifffahrt'
  const parts = [{ name: 'd1', title, level: 0, tree }]
  const publication = publicationOf(tree, { title, parts })
  const html = whole(writePaper(publication, () => undefined, { paper: 'A5' })).toString()
  expect(html.replaceAll('\u00ad', '|')).toContain('>Über die Do|nau|dampf|schiff|fahrt und anderes</h2>')
  expect(html.match(/<h1/g)).toHaveLength(1)
})

test('the licence of every pattern that the app carries is known', async () => {
  const licences = readFileSync(ofRoot('packaging/hyphenation-licences.txt'), 'utf8')
  const nameOf = new Intl.DisplayNames('en', { type: 'language' })
  const all = new Set(readdirSync(ofRoot('node_modules/hyphen/patterns')).map((file) => file.slice(0, 2)))
  let carried = 0
  for (const language of all) {
    if ((await readPatterns(language)) === undefined) continue
    carried += 1
    expect(licences).toMatch(
      new RegExp(`^[\\w ]*${nameOf.of(language)?.split(' ')[0]}[\\w ]*: copyright`, 'm'),
    )
  }
  expect(carried).toBeGreaterThan(15)
})
