import fc from 'fast-check'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeText } from '../../main/porting/convert/decode'
import { runExport } from '../../main/porting/export'
import { openFolder } from '../../main/porting/folder-source'
import { readFrontMatter } from '../../main/porting/front-matter'
import { runImport } from '../../main/porting/import'
import { planImport } from '../../main/porting/import-plan'
import { useFolders } from './folders'
import { useWriters } from './writers'

// Writers are closed before their files are removed.
const { freshFolder } = useFolders()
const { startOffline } = useWriters()
const going = () => ({ signal: new AbortController().signal, onProgress: () => {}, folderId: null })

/** Imports one file and exports the result. */
async function thereAndBack(content: string, keepDates = false) {
  const from = freshFolder()
  fs.writeFileSync(path.join(from, 'Note 017.md'), content)
  const writer = startOffline()
  const plan = await planImport(openFolder(from))
  await runImport(plan, writer.workspace, { ...going(), tagsInText: false, keepDates })
  const into = path.join(freshFolder(), 'export')
  await runExport(writer.workspace, { ...going(), folder: into, withVersions: false })
  const name = fs.readdirSync(into).find((file) => file.endsWith('.md')) ?? ''
  return { plan, written: fs.readFileSync(path.join(into, name), 'utf8') }
}

/** The text after the first front matter, which is the only part that other programs read as front matter. */
const bodyOf = (content: string): string => {
  const found = /^---[ \t]*\r?\n[^]*?^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m.exec(content)
  return found && !readFrontMatter(content).isBroken && found.index === 0
    ? content.slice(found[0].length)
    : content
}

const VAULTS: Readonly<Record<string, string>> = {
  Obsidian:
    '---\naliases: [Port, "Old: harbour"]\ntags:\n  - sea\ncssclasses:\n  - wide\n---\n# Note 017\n\nBody\n',
  Hugo: '---\ntitle: "Tide: low"\ndate: 2019-04-01T10:00:00+02:00\ndraft: true\nauthor: Jane # the elder\n---\n\nBody',
  'Hugo with TOML': '+++\ntitle = "x"\n+++\nBody\n',
  Jekyll: '---\nlayout: post\ntitle: Ebb\ncategories: one two\npermalink: /a/b/\n---\n{% include x.html %}\n',
  Joplin: '---\ntitle: Tide tables\ncreated: 2021-02-03 04:05:06Z\nlatitude: 53.5\n---\n\nBody\n\n',
  Bear: '# Note 017\n#travel/boats #slow trains#\n\nBody',
  'iA Writer': 'Note 017\n===\n\nAuthor: J\n\n+ list\n',
  'CRLF throughout': '---\r\nauthor: J\r\ntags: [a]\r\n---\r\n# Note 017\r\n\r\nBody\r\n',
  'no line end': '# Note 017',
  'rules in the body': 'One\n\n---\n\nTwo\n---\nkey: value\n---\n',
  'a rule at the top': '---\n\nA rule, then words.\n',
  'two front matters': '---\nauthor: A\n---\n---\nauthor: B\n---\nBody\n',
  'a status that means nothing here': '---\nstatus: idea\nauthor: J\n---\nBody\n',
  'dots at its end': '---\nauthor: J\n...\nBody\n',
  'comments and blank lines': '---\n# mine\n\nauthor: J\n\n# below\ntags: [x]\n# after\n---\nBody\n',
  'a block scalar': '---\nsummary: |\n  title: not this\n  tags: [no]\nauthor: J\n---\nBody\n',
  'broken front matter': '---\ntitle: [unclosed\ntags: {\n---\nBody\n',
  'tabs in front matter': '---\nauthor:\n\tname: J\n---\nBody\n',
  empty: '',
}

describe('import and export give back what they were given', () => {
  test.each(Object.entries(VAULTS))(
    '[library 10, 11] %s: the body is byte for byte the same, below one front matter',
    async (_name, content) => {
      const { written } = await thereAndBack(content)
      expect(bodyOf(written)).toBe(bodyOf(content))
      const [mine, theirs] = [readFrontMatter(written), readFrontMatter(content)]
      expect(mine.isOurs).toBe(true)
      expect(mine.text).toBe(theirs.text)
      // The front matter that other programs read contains every earlier key.
      const top = written.slice(0, written.length - bodyOf(written).length)
      for (const line of content.slice(0, content.length - bodyOf(content).length).split(/\r?\n/))
        if (!/^(?:---|\.\.\.|title:|tags:|\s*- sea|)$/.test(line.replace(/^(title|tags):.*/, '$1:')))
          expect(top).toContain(line)
    },
  )

  test('any body comes back byte for byte', async () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('# Note 017', '---', '...', '', '  ', 'key: value', '```', '\u2028', '- a', 'stet: 1'),
    )
    const body = fc
      .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'))
      .map(([lines, end]) => lines.join(end))
    const top = fc.constantFrom('', '---\nauthor: J\n---\n', '---\r\nauthor: J\r\ntags: [x]\r\n---\r\n')
    await fc.assert(
      fc.asyncProperty(top, body, async (front, text) => {
        const content = front + text
        const given = decodeText(Buffer.from(content))
        fc.pre(given === content)
        const { written } = await thereAndBack(content)
        expect(readFrontMatter(written).text).toBe(readFrontMatter(content).text)
        expect(written.endsWith(text)).toBe(true)
      }),
      { seed: 5, numRuns: 25 },
    )
  }, 60_000)

  test('broken front matter is left alone as text, and the preview says so', async () => {
    const { plan } = await thereAndBack(VAULTS['broken front matter'] ?? '')
    expect(plan.documents[0]).toMatchObject({ title: 'Note 017', tags: [] })
    expect(plan.left).toEqual([
      { path: 'Note 017.md', why: 'Its front matter cannot be read; it stays in the text.', isTaken: true },
    ])
  })

  test('the date of a file comes into its front matter, unless that names one, and is no other text', async () => {
    const from = freshFolder()
    const file = (name: string, content: string) => {
      fs.writeFileSync(path.join(from, name), content)
      fs.utimesSync(path.join(from, name), 0, new Date(2014, 4, 3, 12).getTime() / 1_000)
    }
    file('Bare.md', '# Bare\n')
    file('Keyed.md', '---\r\nauthor: J\r\n---\r\nBody')
    file('Dated.md', '---\ndate: 2001-01-01\n---\nBody')
    file('Broken.md', '---\n{ broken\n---\nBody')
    const writer = startOffline()
    const bringIn = async (keepDates: boolean) =>
      runImport(await planImport(openFolder(from)), writer.workspace, {
        ...going(),
        tagsInText: false,
        keepDates,
      })
    const { ids } = await bringIn(true)
    const texts = ids.map((id) => writer.workspace.documents.read(id)?.text ?? '').sort()
    expect(texts).toEqual(
      [
        '---\ncreated: 2014-05-03\n---\n# Bare\n',
        '---\r\ncreated: 2014-05-03\r\nauthor: J\r\n---\r\nBody',
        '---\ndate: 2001-01-01\n---\nBody',
        '---\n{ broken\n---\nBody',
      ].sort(),
    )
    // The same files are recognised, with and without their dates.
    fs.utimesSync(path.join(from, 'Bare.md'), 0, 0)
    expect(await bringIn(true)).toMatchObject({ documents: 0, duplicates: 4 })
    expect(await bringIn(false)).toMatchObject({ documents: 0, duplicates: 4 })
    // Dates that the writer set herself tell documents apart.
    file('Bare.md', '---\ncreated: 2001-01-01\n---\n# Bare\n')
    expect(await bringIn(true)).toMatchObject({ documents: 1, duplicates: 3 })
  })

  test('[M9] a text that is too much to be kept is read again, and not taken for what was previewed once it was changed', async () => {
    const from = freshFolder()
    fs.writeFileSync(path.join(from, 'A.md'), 'One')
    fs.writeFileSync(path.join(from, 'B.md'), 'Two')
    const plan = await planImport(openFolder(from), { heldMax: 0 })
    fs.writeFileSync(path.join(from, 'A.md'), 'Other')
    fs.rmSync(path.join(from, 'B.md'))
    const done = await runImport(plan, startOffline().workspace, {
      ...going(),
      tagsInText: false,
      keepDates: false,
    })
    expect(done.documents).toBe(0)
    expect(done.failed.map(({ why }) => why).sort()).toEqual([
      'It cannot be read.',
      'It was changed since the preview. Import it again.',
    ])
  })
})
