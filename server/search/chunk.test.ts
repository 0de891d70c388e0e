import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHUNK_LENGTH_MAX, WHOLE_LENGTH_MAX, splitIntoChunks } from './chunk'

const sentence = 'The ferry leaves the harbour at noon and comes back before the lamps are lit.'
const paragraph = (n: number) =>
  Array.from({ length: n }, (_, i) => `${i + 1}. ${sentence}`.slice(3)).join(' ')
const texts = (content: string) => splitIntoChunks(content).map((chunk) => chunk.text)
const paths = (content: string) => splitIntoChunks(content).map((chunk) => chunk.headingPath.join(' > '))

describe('[B1] documents are split by heading and paragraph', () => {
  test('a section is a chunk, its heading opens it, the path names the headings above', () => {
    const content =
      '# Tides\n\nThe moon pulls.\n\n## Spring tides\n\nTwice a month.\n\n## Neap tides\n\nBetween them.\n'
    expect(texts(content)).toEqual([
      '# Tides\n\nThe moon pulls.',
      '## Spring tides\n\nTwice a month.',
      '## Neap tides\n\nBetween them.',
    ])
    expect(paths(content)).toEqual(['Tides', 'Tides > Spring tides', 'Tides > Neap tides'])
  })

  test('headings without text stay with what follows; one at the end is found too', () => {
    const content = '# Book\n\n## Part\n\nText.\n\n## Empty'
    expect(texts(content)).toEqual(['# Book\n\n## Part\n\nText.', '## Empty'])
    expect(paths(content)).toEqual(['Book > Part', 'Book > Empty'])
  })

  test('setext headings, closing signs, emphasis and links in headings', () => {
    const content = 'A *fine*\nday\n===\n\none\n\nNext\n---\n\ntwo\n\n### [Link](x) and `code` ###\n\nthree'
    expect(paths(content)).toEqual(['A fine day', 'A fine day > Next', 'A fine day > Next > Link and code'])
  })

  test('what only looks like a heading is none', () => {
    for (const content of ['#hashtag here', '- item\n---', '> quoted\n---', 'a | b\n--- | ---\n1 | 2'])
      expect(splitIntoChunks(content)[0]?.headingPath).toEqual([])
  })

  test('short paragraphs are packed, long ones part between paragraphs', () => {
    const content = [paragraph(1), paragraph(1), paragraph(9), paragraph(2)].join('\n\n')
    const found = texts(content)
    expect(found.length).toBe(2)
    expect(found[0]?.startsWith(sentence.slice(0, 20))).toBe(true)
    expect(found.every((text) => text.length <= CHUNK_LENGTH_MAX)).toBe(true)
  })

  test('a line that says too little alone stays with the text before it', () => {
    expect(texts(`${paragraph(12)}\n\nR. Pilot, Harbour Master`)).toHaveLength(1)
    expect(texts(`${paragraph(12)}\n\n${paragraph(8)}`)).toHaveLength(2)
  })

  test('a long paragraph is parted between sentences', () => {
    const found = texts(paragraph(60))
    expect(found.length).toBeGreaterThan(4)
    for (const text of found) expect(text.endsWith('.')).toBe(true)
  })

  test('a long list is parted between items, CJK between its sentences', () => {
    const list = Array.from({ length: 80 }, (_, i) => `- item ${i} of a list that goes on`).join('\n')
    for (const text of texts(list)) expect(text.startsWith('- item')).toBe(true)
    for (const text of texts('雨が降ると、川の水は濁る。'.repeat(200))) expect(text.endsWith('。')).toBe(true)
  })
})

describe('[B1] what makes sense only whole stays whole', () => {
  const code = Array.from({ length: 90 }, (_, i) => `let value${i} = ${i} // # not a heading`).join('\n')

  test('fenced code, whatever stands in it', () => {
    const content = `Before.\n\n\`\`\`js\n${code}\n\n# no heading\n\`\`\`\n\n# After\n\nText.`
    const found = splitIntoChunks(content)
    expect(found[0]?.text).toContain('Before.')
    expect(found[0]?.text).toContain('# no heading\n```')
    expect(found.map((chunk) => chunk.headingPath)).toEqual([[], ['After']])
  })

  test('a longer or other fence inside does not end it; one never closed runs to the end', () => {
    expect(texts('````\n```\n# x\n```\n````\n\n# Real')).toHaveLength(2)
    expect(paths('~~~\n```\n# x\n')).toEqual([''])
  })

  test('tables and front matter', () => {
    const rows = Array.from({ length: 60 }, (_, i) => `| row ${i} | some value of it |`).join('\n')
    const table = `| name | value |\n|---|:-:|\n${rows}`
    expect(texts(`${paragraph(9)}\n\n${table}\n\n${paragraph(9)}`)[1]).toBe(table)
    const front = `---\ntitle: x\n\ntags: [a, b]\n# comment\n---`
    expect(texts(`\ufeff${front}\n# Title\n\nText`)).toEqual([`\ufeff${front}`, '# Title\n\nText'])
    expect(paths(`${front}\n# Title`)).toEqual(['', 'Title'])
  })

  test('beyond the bound they part between lines', () => {
    const found = texts(`\`\`\`\n${`${code}\n`.repeat(5)}\`\`\``)
    expect(found.length).toBeGreaterThan(2)
    for (const text of found) {
      expect(text.length).toBeLessThanOrEqual(WHOLE_LENGTH_MAX)
      expect(/^(```|let value)/.test(text)).toBe(true)
    }
  })
})

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '# h',
      '## h two',
      'x\n===',
      '---',
      '```',
      '~~~js',
      '| a | b |\n|--|--|',
      '- item',
      '> q',
      '',
      ' ',
    ),
    fc.constantFrom(
      '\u3000',
      '\u00a0',
      '\ufeff',
      '\0',
      '\ud83d',
      '👩‍👩‍👧',
      'é',
      '雨。',
      'a'.repeat(1_500),
      sentence,
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.integer({ min: 1, max: 40 }).map(paragraph),
  )
  const content = fc
    .array(fc.tuple(piece, fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n\r\n', ' ')), { maxLength: 30 })
    .map((pieces) => pieces.flat().join(''))

  test('every character that is not white space is in exactly one chunk, in order, and text = slice', () => {
    fc.assert(
      fc.property(content, (text) => {
        const chunks = splitIntoChunks(text)
        let at = 0
        for (const chunk of chunks) {
          expect(text.slice(at, chunk.start).trim()).toBe('')
          expect(chunk.end).toBeGreaterThan(chunk.start)
          expect(chunk.text).toBe(text.slice(chunk.start, chunk.end))
          expect(chunk.text.length).toBeLessThanOrEqual(WHOLE_LENGTH_MAX)
          at = chunk.end
        }
        expect(text.slice(at).trim()).toBe('')
      }),
      { numRuns: 500 },
    )
  })

  test('a surrogate pair is never parted', () => {
    for (const chunk of splitIntoChunks('🙂'.repeat(20_000))) {
      expect(chunk.text.isWellFormed()).toBe(true)
      expect(chunk.text.length).toBeLessThanOrEqual(CHUNK_LENGTH_MAX)
    }
  })

  test('nothing, and only white space, has no chunks', () => {
    for (const text of ['', '\n\n', ' \t\r\n']) expect(splitIntoChunks(text)).toEqual([])
  })

  test('200 kB of one line, of headings, of fences, of pipes: done, and bounded', () => {
    for (const unit of ['x', 'word ', '# h\n', '```\n', '| ', '> - ', '\n', '| a |\n'])
      for (const chunk of splitIntoChunks(unit.repeat(Math.ceil(200_000 / unit.length))))
        expect(chunk.text.length).toBeLessThanOrEqual(WHOLE_LENGTH_MAX)
  })
})
