import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffWords, type WordPiece } from './diff-words'

/** `same [-removed-] {+added+}`, as in `git diff --word-diff`. */
const spelled = (pieces: readonly WordPiece[]): string =>
  pieces
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')
const diff = (before: string, after: string): string => spelled(diffWords(before, after).pieces)

describe('word diff for display', () => {
  test.each([
    ['nothing', '', '', ''],
    ['no change', 'The fog came.', 'The fog came.', 'The fog came.'],
    ['a word', 'The fog came in.', 'The rain came in.', 'The [-fog-]{+rain+} came in.'],
    ['a word added', 'The fog came.', 'The thick fog came.', 'The {+thick +}fog came.'],
    ['a mark', 'The fog came.', 'The fog came!', 'The fog came[-.-]{+!+}'],
    ['part of a word is the word', 'color', 'colour', '[-color-]{+colour+}'],
    ['an apostrophe is part of its word', "don't go", "didn't go", "[-don't-]{+didn't+} go"],
    ['two words in a row are one change', 'one two three', 'uno dos three', '[-one two-]{+uno dos+} three'],
    [
      'a small word between large changes is part of them',
      'remarkable circumstances of extraordinary importance',
      'everyday happenings of comparatively little weight',
      '[-remarkable circumstances of extraordinary importance-]{+everyday happenings of comparatively little weight+}',
    ],
    [
      'a word between small changes stays',
      'a lamp and b lamp',
      'x lamp and y lamp',
      '[-a-]{+x+} lamp and [-b-]{+y+} lamp',
    ],
    ['a line', 'One.\nTwo.\nThree.\n', 'One.\nThree.\n', 'One.\n[-Two.\n-]Three.\n'],
    ['a paragraph', 'One.\n\nThree.\n', 'One.\n\nTwo.\n\nThree.\n', 'One.\n\n{+Two.\n\n+}Three.\n'],
    ['changes do not grow over a line end', 'aa\nbb\n', 'cc\ndd\n', '[-aa-]{+cc+}\n[-bb-]{+dd+}\n'],
    ['a last line end', 'One.', 'One.\n', 'One.{+\n+}'],
    ['CRLF for LF', 'a\nb', 'a\r\nb', 'a[-\n-]{+\r\n+}b'],
    ['Japanese by character', '霧は四時に来た。', '霧は五時に来た。', '霧は[-四-]{+五+}時に来た。'],
    ['Thai by character', 'หมอกมา', 'หมอกไป', 'หมอก[-มา-]{+ไป+}'],
    ['Korean by word', '안개가 왔다', '안개가 갔다', '안개가 [-왔다-]{+갔다+}'],
    ['Hebrew', 'שלום עולם', 'שלום לכם', 'שלום [-עולם-]{+לכם+}'],
    ['an emoji of several', 'a 👨‍👩‍👧 b', 'a 👨‍👩‍👧‍👦 b', 'a [-👨‍👩‍👧-]{+👨‍👩‍👧‍👦+} b'],
    ['a tone of skin', 'a 👍🏽 b', 'a 👍🏿 b', 'a [-👍🏽-]{+👍🏿+} b'],
    ['composed and decomposed are two', 'caf\u00e9', 'cafe\u0301', '[-caf\u00e9-]{+cafe\u0301+}'],
  ])('%s', (_, before, after, expected) => expect(diff(before, after)).toBe(expected))

  const many = 'Text of the merge. It has sentences. Many of them are short, and some of them are not.\n'
  const come = 'A paragraph about the sea, which has sentences as well, and many of them.\n'

  test('a paragraph inserted before an edited one: the edited one keeps its words', () => {
    const before = 'The lamp was lit at four. The lamp was old, and the boats came in.\n'
    const after = 'A lamp was lit at five, and the old boats came in.\n'
    const marked =
      '[-The-]{+A+} lamp was lit at [-four. The lamp was old-]{+five+}, and the {+old +}boats came in.\n'
    expect(diff(before, after)).toBe(marked)
    expect(diff(`One.\n\n${before}`, `One.\n\n${come}\n${after}`)).toBe(`One.\n\n{+${come}\n+}${marked}`)
  })

  test('a sentence inserted before an edited one: the edited one keeps its words', () => {
    expect(
      diff(
        'The tide came in at four. Nobody in the harbour saw the boats.\n',
        'Boats lay late that day. A tide came in at five. Nobody in the harbour saw the boats.\n',
      ),
    ).toBe(
      '{+Boats lay late that day. +}[-The-]{+A+} tide came in at [-four-]{+five+}. Nobody in the harbour saw the boats.\n',
    )
  })

  test('an edited first word does not draw the inserted paragraph before it into its change', () => {
    expect(diff(many, come + many.replace('Text', 'Prose'))).toBe(
      `{+${come}+}[-Text-]{+Prose+}${many.slice('Text'.length)}`,
    )
  })

  test('a sentence that went from the end of an edited line leaves the line its end', () => {
    expect(
      diff(
        'It was written 1 time and says so. The bell rang twice.\n\nNext.\n',
        'It was written 2 times and says so.\n\nNext.\n',
      ),
    ).toBe('It was written [-1 time-]{+2 times+} and says so.[- The bell rang twice.-]\n\nNext.\n')
  })

  test('a change is removed before it is added', () => {
    expect(diffWords('a b c', 'x b y').pieces.map(({ kind }) => kind)).toEqual([
      'removed',
      'added',
      'same',
      'removed',
      'added',
    ])
  })
})

describe('any two texts', () => {
  const part = fc.constantFrom(
    'a',
    'b',
    'word',
    'lamp',
    ' ',
    ' ',
    '\n',
    '\r\n',
    '.',
    '文',
    '。',
    '😀',
    '👍🏽',
    'e\u0301',
    '\ud83d',
  )
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))

  test.each([1e7, 50, 0])('the pieces make the one and the other, within %d steps', (work) => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { pieces } = diffWords(before, after, { work })
        const made = (kind: WordPiece['kind']): string =>
          pieces
            .filter((piece) => piece.kind === 'same' || piece.kind === kind)
            .map((piece) => piece.text)
            .join('')
        expect([made('removed'), made('added')]).toEqual([before, after])
        expect(
          pieces.every((piece, index) => piece.text !== '' && piece.kind !== pieces[index - 1]?.kind),
        ).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the bound', () => {
  const words = (seed: number, count: number): string => {
    let state = seed
    return Array.from({ length: count }, () => `w${(state = (state * 48271) % 2147483647) % 40}`).join(' ')
  }

  test('past it changes grow, and it says so', () => {
    const [before, after] = [words(1, 600), words(2, 600)]
    const whole = diffWords(before, after)
    const bounded = diffWords(before, after, { work: 5000 })
    expect([whole.bounded, bounded.bounded]).toEqual([false, true])
    expect(bounded.pieces.length).toBeLessThan(whole.pieces.length)
  })

  test('a paragraph of half a megabyte, shuffled, comes to an end', () => {
    const { pieces, bounded } = diffWords(words(1, 100_000), words(2, 100_000), { work: 1_000_000 })
    expect(bounded).toBe(true)
    expect(pieces.length).toBeGreaterThan(0)
  })
})
