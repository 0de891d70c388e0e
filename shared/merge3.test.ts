import { describe, expect, test } from 'vitest'
import { blockCases } from './fixtures/merge-blocks'
import type { MergeCase } from './fixtures/merge-case'
import { lineEndCases } from './fixtures/merge-line-ends'
import { proseCases } from './fixtures/merge-prose'
import { scriptCases } from './fixtures/merge-scripts'
import { merge3, type MergeResult } from './merge3'
import { resolve } from './testing/resolve'

const corpus: Readonly<Record<string, readonly MergeCase[]>> = {
  prose: proseCases,
  blocks: blockCases,
  scripts: scriptCases,
  'line ends': lineEndCases,
}

/** The merged text, or each clash as base, mine, theirs. */
function outcome(base: string, mine: string, theirs: string): unknown {
  const result = merge3({ base, mine, theirs })
  if (result.kind === 'merged') return result.text
  return clashesOf(result).map((clash) => [
    base.slice(clash.base.from, clash.base.to),
    mine.slice(clash.mine.from, clash.mine.to),
    theirs.slice(clash.theirs.from, clash.theirs.to),
  ])
}

const clashesOf = (result: MergeResult) =>
  result.kind === 'clashes' ? result.regions.filter((region) => region.kind === 'clash') : []

for (const [kind, cases] of Object.entries(corpus))
  describe(`[W9] merging by hand-made case: ${kind}`, () => {
    test.each(cases)('$name: $why', ({ base, mine, theirs, out }) => {
      expect(outcome(base, mine, theirs)).toEqual(out)
      const mirrored = typeof out === 'string' ? out : out.map(([b, m, t]) => [b, t, m])
      expect(outcome(base, theirs, mine)).toEqual(mirrored)
    })
  })

test('the corpus holds at least eighty cases, each with a name of its own', () => {
  const names = Object.values(corpus).flatMap((cases) => cases.map(({ name }) => name))
  expect(names.length).toBeGreaterThanOrEqual(80)
  expect(new Set(names).size).toBe(names.length)
})

describe('what a merge tells', () => {
  test('how many changes came from elsewhere', () => {
    const base = 'One here.\n\nTwo here.\n\nThree here. Four here. Five here.\n'
    const mine = base.replace('Two', 'My two')
    const theirs = base
      .replace('One', 'Their one')
      .replace('Three', 'Their three')
      .replace('Five', 'Their five')
    expect(merge3({ base, mine, theirs })).toMatchObject({ kind: 'merged', taken: 2 })
    expect(merge3({ base, mine: theirs, theirs: mine })).toMatchObject({ kind: 'merged', taken: 1 })
    expect(merge3({ base, mine, theirs: base })).toMatchObject({ kind: 'merged', taken: 0 })
  })

  test('which stretch is whose', () => {
    const result = merge3({
      base: 'One here. Two here.\n',
      mine: 'One now. Two here.\n',
      theirs: 'One here. Two here. Three.\n',
    })
    expect(result).toMatchObject({
      regions: [
        { kind: 'mine', base: { from: 0, to: 9 }, mine: { from: 0, to: 8 }, theirs: { from: 0, to: 9 } },
        { kind: 'same', base: { from: 9, to: 19 }, mine: { from: 8, to: 18 }, theirs: { from: 9, to: 19 } },
        {
          kind: 'theirs',
          base: { from: 19, to: 19 },
          mine: { from: 18, to: 18 },
          theirs: { from: 19, to: 26 },
        },
        {
          kind: 'same',
          base: { from: 19, to: 20 },
          mine: { from: 18, to: 19 },
          theirs: { from: 26, to: 27 },
        },
      ],
    })
  })
})

describe('resolving clashes', () => {
  const base = 'One here. Two here. Three here.\n\n- tea\n- jam\n'
  const mine = 'One mine. Two here. Three mine.\n\n- my tea\n- jam\n'
  const theirs = 'One theirs. Two here. Three theirs.\n\n- tea\n- jam\n- oil\n'
  const result = merge3({ base, mine, theirs })
  const resolved = (...decisions: Parameters<typeof resolve>[2][]) =>
    resolve(result, { base, mine, theirs }, decisions[0] ?? [])

  test('what is not decided is mine, and clean changes of theirs are in', () => {
    expect(clashesOf(result)).toHaveLength(2)
    expect(resolved()).toBe('One mine. Two here. Three mine.\n\n- my tea\n- jam\n- oil\n')
  })

  test('each clash by itself', () => {
    expect(resolved(['theirs'])).toBe('One theirs. Two here. Three mine.\n\n- my tea\n- jam\n- oil\n')
    expect(resolved({ 1: 'theirs' })).toBe('One mine. Two here. Three theirs.\n\n- my tea\n- jam\n- oil\n')
    expect(resolved(['both', { text: 'Three of us.' }])).toBe(
      'One mine. One theirs. Two here.Three of us.\n\n- my tea\n- jam\n- oil\n',
    )
  })

  test('a text of the writer’s own keeps the gap when it brings one', () => {
    expect(resolved({ 1: { text: ' Three of us.' } })).toContain('Two here. Three of us.\n\n')
  })

  test('both of two whole paragraphs are two paragraphs', () => {
    const [b, m, t] = ['A first.\n\nA second.\n', 'A first.\n\nMy second.\n', 'A first.\n\nTheir second.\n']
    expect(resolve(merge3({ base: b, mine: m, theirs: t }), { base: b, mine: m, theirs: t }, ['both'])).toBe(
      'A first.\n\nMy second.\n\nTheir second.\n',
    )
  })

  test('both of two added paragraphs, rows and items stand as they were written', () => {
    const [b, m, t] = [
      'A.\n\n| a |\n|---|\n| 1 |\n',
      'A.\n\nM.\n\n| a |\n|---|\n| 2 |\n',
      'A.\n\nT.\n\n| a |\n|---|\n| 3 |\n',
    ]
    expect(
      resolve(merge3({ base: b, mine: m, theirs: t }), { base: b, mine: m, theirs: t }, ['both', 'both']),
    ).toBe('A.\n\nM.\n\nT.\n\n| a |\n|---|\n| 2 |\n| 3 |\n')
  })

  test.each([
    [
      'lines of one paragraph',
      'one\ntwo\nthree\n',
      'one!\ntwo, m\nthree!\n',
      'one!\ntwo, t\nthree!\n',
      'one!\ntwo, m\ntwo, t\nthree!\n',
    ],
    ['its first line alone', 'one\ntwo\n', 'one!\ntwo, m\n', 'one!\ntwo, t\n', 'one!\ntwo, m\ntwo, t\n'],
    [
      'paragraphs added with those around them',
      'A.\n',
      'A.\n\nB.\n\nMine.\n\nC.\n',
      'A.\n\nB.\n\nTheirs.\n\nC.\n',
      'A.\n\nB.\n\nMine.\n\nTheirs.\n\nC.\n',
    ],
    [
      'a paragraph with a sentence in its middle',
      'The tide was late.\n',
      'The tide was early. Nobody knew why. I waited.\n',
      'The tide was wrong. Nobody knew why. She left.\n',
      'The tide was early. The tide was wrong. Nobody knew why. I waited. She left.\n',
    ],
    [
      'paragraphs of which one side has more',
      'A boat came.\n',
      'A boat sank. Shared.\nMore.\n',
      'A boat left. Shared.\n',
      'A boat sank. A boat left. Shared.\nMore.\n',
    ],
    [
      'words that theirs goes on with',
      'The tide was early.\n',
      'The tide was early. I waited\n',
      'The tide was early. I waited for her. She left.\n',
      'The tide was early. I waited for her. She left.\n',
    ],
    [
      'a list item that each goes on with',
      '- Tea is hot.\n- Jam\n',
      '- Tea is hot. Mine.\n- Jam m\n',
      '- Tea is hot. Theirs.\n- Jam m and more\n',
      '- Tea is hot. Mine. Theirs.\n- Jam m and more\n',
    ],
    [
      'a row of which each side went on with a cell',
      '| a | b |\n|---|---|\n| x | y |\n',
      '| a | b |\n|---|---|\n| x m | y |\n',
      '| a | b |\n|---|---|\n| x | y t |\n',
      '| a | b |\n|---|---|\n| x m | y t |\n',
    ],
    [
      'a paragraph that both added, where one side went on above it',
      'She sat down\n\nHe left\n',
      'She sat down\n\nThe tea was cold\n\nHe left\n',
      'She sat down and waited for the train. No one came that night. It was the last one\n\nThe tea was cold\n\nHe left\n',
      'She sat down and waited for the train. No one came that night. It was the last one\n\nThe tea was cold\n\nHe left\n',
    ],
    ['items that both added', '- a\n', '- a\n- Tea\n', '- a\n- Tea towels\n', '- a\n- Tea\n- Tea towels\n'],
    ['a closed sentence', 'He slept.\n', 'He left.\n', 'He left her.\n', 'He left.\n\nHe left her.\n'],
    ['all of one side and more', 'one\ntwo\n', 'one!\ntwo!\nthree\n', 'one!\ntwo!\n', 'one!\ntwo!\nthree\n'],
  ])('both of %s: what both sides share stands once', (_, b, m, t, wanted) => {
    const texts = { base: b, mine: m, theirs: t }
    expect(resolve(merge3(texts), texts, ['both', 'both'])).toBe(wanted)
  })

  test('both of two whole texts: paragraphs that begin and end both stand once', () => {
    const whole = { kind: 'too-large' } as const
    const [m, t] = ['# Tide\n\nMine.\n\nEnd.\n', '# Tide\n\nTheirs.\n\nEnd.\n']
    expect(resolve(whole, { base: '', mine: m, theirs: t }, ['both'])).toBe(
      '# Tide\n\nMine.\n\nTheirs.\n\nEnd.\n',
    )
    expect(resolve(whole, { base: '', mine: 'A.\n\nMine.', theirs: 'A.\n\nTheirs.' }, ['both'])).toBe(
      'A.\n\nMine.\n\nTheirs.',
    )
  })

  test('both of two whole texts: paragraphs between what each has of its own stand once', () => {
    const whole = { kind: 'too-large' } as const
    const [m, t] = [
      'Mine.\n\nShared.\n\nAlso shared.\n\nMy end.\n',
      'Theirs.\n\nShared.\n\nAlso shared.\n\nTheir end.\n',
    ]
    expect(resolve(whole, { base: '', mine: m, theirs: t }, ['both'])).toBe(
      'Mine.\n\nTheirs.\n\nShared.\n\nAlso shared.\n\nMy end.\n\nTheir end.\n',
    )
    expect(
      resolve(whole, { base: '', mine: 'A one.\n\nA two.\n', theirs: 'A one. T.\n\nA two. T.\n' }, ['both']),
    ).toBe('A one. T.\n\nA two. T.\n')
    expect(resolve(whole, { base: '', mine: 'M 1.\n\nM 2.\n', theirs: 'T 1.\n\nT 2.\n' }, ['both'])).toBe(
      'M 1.\n\nM 2.\n\nT 1.\n\nT 2.\n',
    )
  })

  test('both of two last items without a line end are two lines', () => {
    const [b, m, t] = ['- a', '- a\n- m', '- a\n- t']
    expect(
      resolve(merge3({ base: b, mine: m, theirs: t }), { base: b, mine: m, theirs: t }, ['both']),
    ).toContain('- m')
    expect(
      resolve(merge3({ base: b, mine: m, theirs: t }), { base: b, mine: m, theirs: t }, ['both']).split(
        /\n+/,
      ),
    ).toEqual(['- a', '- m', '- t'])
  })

  test('their paragraph does not go on in the last line of mine, which has no end', () => {
    const b = 'Nets.\n\nAnother paragraph about nets.\n'
    const m = 'Nets.\n\nAnother paragraph about nets. Mine.\nMy last line '
    const t = 'Nets.\n\nAnother paragraph about nets. Theirs.\n'
    expect(resolve(merge3({ base: b, mine: m, theirs: t }), { base: b, mine: m, theirs: t }, ['both'])).toBe(
      'Nets.\n\nAnother paragraph about nets. Mine.\nMy last line\nTheirs. ',
    )
  })

  test('the last line end is that of the side that was chosen', () => {
    const [b, m, t] = ['One.', 'Mine.\n', 'Theirs.']
    expect(resolve(merge3({ base: b, mine: m, theirs: t }), { base: b, mine: m, theirs: t }, ['mine'])).toBe(
      'Mine.\n',
    )
    const [b2, m2, t2] = ['', 'Mine.\n', 'Theirs.']
    expect(
      resolve(merge3({ base: b2, mine: m2, theirs: t2 }), { base: b2, mine: m2, theirs: t2 }, ['theirs']),
    ).toBe('Theirs.')
  })

  test('a text that a field ended with a line end does not part a paragraph', () => {
    const [b, m, t] = ['One here. Two here.\n', 'One mine. Two here.\n', 'One theirs. Two here.\n']
    expect(
      resolve(merge3({ base: b, mine: m, theirs: t }), { base: b, mine: m, theirs: t }, [
        { text: 'One of us.\n' },
      ]),
    ).toBe('One of us. Two here.\n')
  })

  test('a clean merge resolves to itself', () => {
    expect(
      resolve(merge3({ base: 'a', mine: 'b', theirs: 'a' }), { base: 'a', mine: 'b', theirs: 'a' }, [
        'theirs',
      ]),
    ).toBe('b')
  })
})

test('what one side added and the other added with more behind it is no question', () => {
  expect(outcome('A.\n', 'A.\n\nM here.\n', 'A.\n\nM here. T here.\n')).toBe('A.\n\nM here. T here.\n')
  expect(outcome('A.\n', 'A.\n\nM here.\n', 'A.\n\nT.\n\nM here.\n')).toBe('A.\n\nT.\n\nM here.\n')
})

test.each([
  ['mine', 'X, and more.\n\nNew.\n', 'X.\n\nNew.\n'],
  ['theirs', 'X.\n\nNew.\n', 'X, and more.\n\nNew.\n'],
])('[W8] a paragraph that both added after one that %s changed stands once', (_, mine, theirs) =>
  expect(outcome('A.\n\nX.\n', `A.\n\n${mine}`, `A.\n\n${theirs}`)).toBe('A.\n\nX, and more.\n\nNew.\n'),
)

describe('[W9] the bound', () => {
  const mixed = (seed: number, count: number, kinds: number): string => {
    let state = seed
    const next = () => (state = (state * 48271) % 2147483647) % kinds
    return Array.from({ length: count }, () => `line ${next()}`).join('\n')
  }

  test('past it the texts as a whole are the question', () => {
    const [base, mine, theirs] = [mixed(1, 800, 3), mixed(2, 800, 3), mixed(3, 800, 3)]
    expect(merge3({ base, mine, theirs }, { work: 10_000 })).toEqual({ kind: 'too-large' })
    const tooLarge = merge3({ base, mine, theirs }, { work: 10_000 })
    expect(resolve(tooLarge, { base, mine, theirs }, [])).toBe(mine)
    expect(resolve(tooLarge, { base, mine, theirs }, ['theirs'])).toBe(theirs)
    expect(resolve(tooLarge, { base, mine, theirs }, [{ text: 'own' }])).toBe('own')
    expect(resolve(tooLarge, { base, mine, theirs }, ['both'])).toBe(`${mine}\n\n${theirs}`)
  })

  test('it is a number of steps: the same texts come out the same', () => {
    const [base, mine, theirs] = [mixed(1, 300, 4), mixed(2, 300, 4), mixed(3, 300, 4)]
    const kinds = [1000, 10_000, 100_000, 1_000_000].map(
      (work) => merge3({ base, mine, theirs }, { work }).kind,
    )
    expect(kinds).toEqual(
      [1000, 10_000, 100_000, 1_000_000].map((work) => merge3({ base, mine, theirs }, { work }).kind),
    )
    expect(kinds[0]).toBe('too-large')
    expect(kinds[3]).toBe('clashes')
  })

  test('a text that only one side changed is never too large', () => {
    const [base, other] = [mixed(1, 2000, 3), mixed(2, 2000, 3)]
    const bound = { work: 10_000 }
    expect(merge3({ base, mine: other, theirs: base }, bound)).toMatchObject({ kind: 'merged', text: other })
    expect(merge3({ base, mine: base, theirs: other }, bound)).toMatchObject({ kind: 'merged', text: other })
    expect(merge3({ base, mine: other, theirs: other }, bound)).toMatchObject({ kind: 'merged', text: other })
  })

  test.each([
    ['6,000 equal lines', Array<string>(6000).fill('the same')],
    ['6,000 lines of three kinds', mixed(4, 6000, 3).split('\n')],
    ['60,000 lines of two kinds', mixed(5, 60_000, 2).split('\n')],
    ['one sentence of 300,000 characters', ['x '.repeat(150_000)]],
    ['a paragraph of 20,000 sentences', ['Yes. No. '.repeat(10_000)]],
  ])('%s, every second one changed on both sides, come to an end', (_, list) => {
    const changed = (name: string) =>
      list.map((line, index) => (index % 2 === 0 ? `${name} ${index} ${line}` : line)).join('\n')
    const result = merge3({ base: list.join('\n'), mine: changed('mine'), theirs: changed('theirs') })
    expect(['clashes', 'too-large']).toContain(result.kind)
  })

  test('of more paragraphs than can be read in one go the last ones are clashes, and none is lost', () => {
    const paragraphs = (count: number, first = '', second = '') =>
      Array.from({ length: count }, (_, n) => `The ${n}th begins${first}. The ${n}th ends${second}.`).join(
        '\n\n',
      )
    const merged = (count: number) => {
      const [base, mine, theirs] = [
        paragraphs(count),
        paragraphs(count, ' here'),
        paragraphs(count, '', ' there'),
      ]
      const result = merge3({ base, mine, theirs })
      return { result, text: resolve(result, { base, mine, theirs }, []), mine }
    }
    expect(merged(3_000).text).toBe(paragraphs(3_000, ' here', ' there'))
    const { result, text, mine } = merged(20_000)
    expect(result.kind).toBe('clashes')
    expect(text.replaceAll(' there', '')).toBe(mine)
  })

  test('rows changed one for one among equal rows stay in their places', () => {
    const rows = (changes: Readonly<Record<number, string>>) =>
      [
        '| a |',
        '|---|',
        ...Array.from({ length: 40 }, (_, index) => `| ${changes[index] ?? 'empty'} |`),
      ].join('\n')
    expect(outcome(rows({}), rows({ 3: 'm', 9: 'm' }), rows({ 6: 't', 20: 't' }))).toBe(
      rows({ 3: 'm', 6: 't', 9: 'm', 20: 't' }),
    )
  })
})
