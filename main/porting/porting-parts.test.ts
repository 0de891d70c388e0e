import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from './convert/decode'
import { safeName, splitName } from '../system/file-names'
import { readFrontMatter, withCreated, writeFrontMatter } from './front-matter'
import { inlineTags, relativeLink, resolveRelative } from './links'
import { changeLinks } from '../../shared/markdown/change-links'
import { lineEndOf } from '../../shared/text/line-ends'

describe('front matter', () => {
  test('what an export writes is read back byte for byte', () => {
    const words = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('---\ntitle: x\n---\n', '\r\n\r\n', '---', '\uFEFFa', 'it\'s: "so"\n- #1'),
    )
    fc.assert(
      fc.property(
        words,
        words,
        fc.array(
          fc.string({ minLength: 1 }).map((tag) => tag.trim()),
          { maxLength: 3 },
        ),
        (title, text, tags) => {
          const named = [...new Set(tags.filter((tag) => tag !== '' && !tag.startsWith('#')))]
          const read = readFrontMatter(writeFrontMatter({ title, tags: named, status: 'published' }, text))
          expect(read).toMatchObject({ text, isOurs: true, isBroken: false })
          expect(read.fields).toMatchObject({ title, status: 'published' })
          expect(read.fields.tags ?? []).toEqual(named)
        },
      ),
      { seed: 5 },
    )
  })

  test.each([
    ['a list', 'tags:\n  - sea\n  - "deep water"\n', ['sea', 'deep water']],
    ['in brackets', 'tags: [sea, "deep, water"]\n', ['sea', 'deep, water']],
    ['with commas', 'tags: sea, deep water\n', ['sea', 'deep water']],
    ['with marks', 'tags: "#sea"\n', ['sea']],
  ])('reads tags %s', (_name, block, tags) => {
    expect(readFrontMatter(`---\n${block}---\nText`)).toMatchObject({ fields: { tags }, text: 'Text' })
  })

  test.each(['\n', '\r\n'] as const)('its lines end as those of the text: %j', (end) => {
    const [text, block] = [`One.${end}Two.${end}`, `---${end}title: x${end}---${end}`]
    const made = [text, block + text].flatMap((words) => [
      withCreated(words, '2021-02-03'),
      writeFrontMatter({ title: 'Essay', tags: ['sea'] }, words),
    ])
    expect(made.map((words) => lineEndOf(words))).toEqual([end, end, end, end])
    expect(made[0]).toBe(`---${end}created: 2021-02-03${end}---${end}${text}`)
    expect(readFrontMatter(made[1]!)).toMatchObject({ fields: { title: 'Essay', tags: ['sea'] }, text })
  })

  test('keys that mean nothing here stay in the text, dates among them', () => {
    const { fields, text } = readFrontMatter(
      '---\ntitle: Essay\ndate: 2019-04-01\naliases:\n  - One\nstatus: idea\n---\n\n# One\n',
    )
    expect(fields.title).toBe('Essay')
    expect(text).toBe('---\ndate: 2019-04-01\naliases:\n  - One\nstatus: idea\n---\n\n# One\n')
  })

  test.each(['---\n{ not: yaml\n---\nText', '---\nWords that are none.\n---\nText'])(
    'what cannot be read stays as it is: %j',
    (content) => {
      expect(readFrontMatter(content)).toEqual({ fields: {}, text: content, isOurs: false, isBroken: true })
    },
  )

  test.each(['---\n\nA rule, then words.', '--- \nno end', 'no beginning\n---\n'])(
    'is not everything: %j',
    (content) => {
      expect(readFrontMatter(content)).toMatchObject({ text: content, isBroken: false })
    },
  )
})

describe('names of files', () => {
  test('any title becomes a name that every file system takes, and no two are the same', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { maxLength: 8 }), (titles) => {
        const taken = new Set<string>()
        const names = titles.map((title) => safeName(title, taken, '.md'))
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
        for (const name of names) {
          expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
          expect(name).not.toMatch(/^[. ]|[. ]$/)
          expect(Buffer.byteLength(name)).toBeLessThan(220)
        }
      }),
      { seed: 5 },
    )
  })

  test.each([
    ['CON', '_CON.md'],
    ['nul.txt', '_nul.txt.md'],
    ['a/b\\c: "d"', 'a-b-c- -d-.md'],
    ['\u202Egnp.exe', 'gnp.exe.md'],
    ['..', 'Untitled.md'],
    ['', 'Untitled.md'],
  ])('%j is written as %s', (title, name) => {
    expect(safeName(title, new Set(), '.md')).toBe(name)
  })

  test('equal names are numbered, whatever their case', () => {
    const taken = new Set<string>()
    expect(['Essay', 'essay', 'ESSAY'].map((title) => safeName(title, taken))).toEqual([
      'Essay',
      'essay 2',
      'ESSAY 3',
    ])
    expect(splitName('map.old.png')).toEqual(['map.old', '.png'])
    expect(splitName('.png')).toEqual(['.png', ''])
  })
})

describe('links', () => {
  const upper = (text: string) =>
    changeLinks(text, ({ kind, target }) =>
      kind === 'wiki' ? { source: `<${target}>` } : { target: target.toUpperCase() },
    )

  test.each([
    ['[a](b.md) ![c](d.png "t")', '[a](B.MD) ![c](D.PNG "t")'],
    ['[a](<b c.md>)', '[a](<B C.MD>)'],
    ['[![x](i.png)](l.md)', '[![x](I.PNG)](L.MD)'],
    ['`[a](b)` and\n```\n[a](b)\n```\n[a](b)', '`[a](b)` and\n```\n[a](b)\n```\n[a](B)'],
    ['[[Note|words]] ![[pic.png]]', '<Note> <pic.png>'],
    ['| [[Note\\|words]] | b |', '| <Note> | b |'],
    ['[a](b(1).md)', '[a](B(1).MD)'],
    ['no links [at] (all)', 'no links [at] (all)'],
  ])('%s', (text, changed) => {
    expect(upper(text)).toBe(changed)
  })

  test('in a table row keep their escaped bar, or get one', () => {
    const moved = (text: string) =>
      changeLinks(text, (link) =>
        link.kind === 'wiki' ? { target: 'Other' } : { source: `[[Other${link.bar}${link.words}]]` },
      )
    expect(moved('| [[Note\\|words]] | [[Note]] | [a](b.md) |')).toBe(
      '| [[Other\\|words]] | [[Other]] | [[Other\\|a]] |',
    )
    expect(moved('![[Note|words]]\n[a](b.md)')).toBe('![[Other|words]]\n[[Other|a]]')
  })

  test('are followed within the tree and never out of it', () => {
    expect(resolveRelative('a/b/note.md', '../c%20d.png#x')).toBe('a/c d.png')
    expect(resolveRelative('note.md', '/pictures/x.png')).toBe('pictures/x.png')
    expect(resolveRelative('a/note.md', '../../etc/passwd')).toBeUndefined()
    expect(resolveRelative('note.md', 'https://elsewhere.test/x')).toBeUndefined()
    expect(resolveRelative('note.md', '100%.png')).toBe('100%.png')
    expect(resolveRelative('a/b.md', relativeLink('a/b.md', 'Files/x (1).png'))).toBe('Files/x (1).png')
  })

  test('words with a # are tags, as Obsidian and Bear write them', () => {
    expect(
      inlineTags('# Heading\n#sea and #deep/water, #two words# end. #12 a#b `#code` https://x.test/#y'),
    ).toEqual(['sea', 'deep/water', 'two words'])
  })
})

test('texts are read in UTF-8 and UTF-16, and nothing else is taken for one', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Über', 'utf16le')])
  expect(decodeText(Buffer.from('\uFEFFÜber'))).toBe('Über')
  expect(decodeText(utf16)).toBe('Über')
  expect(decodeText(Buffer.from([0xdc, 0x62, 0x65, 0x72]))).toBeUndefined()
  expect(decodeText(Buffer.from('a\0b'))).toBeUndefined()
})
