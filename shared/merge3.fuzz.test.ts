import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzRuns } from './testing/fuzz-runs'
import { resolve } from './testing/resolve'
import { merge3, type MergeRegion, type MergeResult } from './merge3'
import { sentencesOf } from './text/words/sentences'

/** A document as a list of blocks, each a list of units: sentences of a paragraph, or lines of other blocks. */
type Block = {
  readonly kind: 'prose' | 'wrapped' | 'list' | 'table' | 'code'
  readonly units: readonly string[]
}
type Edit = {
  readonly block: number
  readonly unit: number
  readonly does: 'change' | 'insert' | 'delete' | 'add block' | 'delete block'
}

const blocks = fc.array(
  fc.record({
    kind: fc.constantFrom<Block['kind']>('prose', 'prose', 'wrapped', 'list', 'table', 'code'),
    size: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 1, maxLength: 6 },
)
const edits = fc.array(
  fc.record({
    block: fc.nat(9),
    unit: fc.nat(9),
    does: fc.constantFrom<Edit['does']>(
      'change',
      'change',
      'change',
      'insert',
      'delete',
      'add block',
      'delete block',
    ),
  }),
  { maxLength: 4 },
)

/** Every word is unique: `b17` was in the base, `m3` was written here, `t3` elsewhere. */
function* wordsOf(author: string): Generator<string, never> {
  for (let number = 0; ; number++) yield `${author}${number}`
}

const sentence = (words: Generator<string, never>): string =>
  `Ab ${words.next().value} cd ${words.next().value} ${words.next().value} ${words.next().value}.`

function draw(shape: readonly { kind: Block['kind']; size: number }[]): Block[] {
  const words = wordsOf('b')
  return shape.map(({ kind, size }) => ({ kind, units: Array.from({ length: size }, () => sentence(words)) }))
}

function edited(document: readonly Block[], list: readonly Edit[], author: string): Block[] {
  const words = wordsOf(author)
  const result = [...document]
  for (const { block, unit, does } of list) {
    const at = result.length === 0 ? 0 : block % result.length
    const old = result[at]
    if (does === 'add block' || !old) result.splice(at, 0, { kind: 'prose', units: [sentence(words)] })
    else if (does === 'delete block') result.splice(at, 1)
    else {
      const changed = [...old.units]
      const place = unit % changed.length
      if (does === 'change') changed[place] = changed[place]!.replace(' cd', ` ${words.next().value} cd`)
      else if (does === 'insert') changed.splice(place, 0, sentence(words))
      else if (changed.length > 1) changed.splice(place, 1)
      result[at] = { ...old, units: changed }
    }
  }
  return result
}

function written(document: readonly Block[]): string {
  const lines = document.map(({ kind, units: own }) => {
    if (kind === 'prose') return own.join(' ')
    if (kind === 'wrapped') return own.map((unit) => unit.replace(' cd ', '\ncd ')).join(' ')
    if (kind === 'list') return own.map((unit) => `- ${unit}`).join('\n')
    if (kind === 'table') return ['| a |', '|---|', ...own.map((unit) => `| ${unit} |`)].join('\n')
    return ['```', ...own, '```'].join('\n')
  })
  return lines.map((block) => `${block}\n`).join('\n')
}

const three = fc.tuple(blocks, edits, edits).map(([shape, mine, theirs]) => {
  const base = draw(shape)
  return {
    base: written(base),
    mine: written(edited(base, mine, 'm')),
    theirs: written(edited(base, theirs, 't')),
  }
})

/** Texts of recurring pieces, with every kind of line end and of character. */
const anyText = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'b',
        'One. ',
        'Two. ',
        '\n',
        '\n',
        '\r\n',
        '\r',
        '- x',
        '# h',
        '```',
        '| a |',
        '|---|',
        '> q',
        '---',
        ' ',
        '  ',
      ],
      ...[
        '。',
        '文。',
        '😀',
        '\ud83d',
        '\ude00',
        'e\u0301',
        '\u00e9',
        'שלום. ',
        '$$',
        '<b>',
        '<!--',
        '-->',
        '1. ',
        '\t',
      ],
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

const ends = fc.constantFrom('\n', '\n', '\n', '\r\n')
/** Front matter of recurring lines, with text below. */
const anyHead = fc
  .tuple(
    fc.array(
      fc.constantFrom('a: 1', 'a: 2', 'b: 1', 'b: 2', 'c:', 'c: 1', '  - x', '  - y', '# c', '# d', ''),
      { maxLength: 8 },
    ),
    fc.constantFrom('---', '---', '...', 'Text.'),
    fc.constantFrom('', 'Text.', 'One. Two.'),
    ends,
  )
  .map(([fields, mark, words, end]) => ['---', ...fields, mark, words].join(end))

const anyThree = fc.oneof(
  three,
  fc.record({ base: anyText, mine: anyText, theirs: anyText }),
  fc.record({ base: fc.oneof(anyHead, anyText), mine: anyHead, theirs: anyHead }),
)

const slice = (text: string, span: { from: number; to: number }): string => text.slice(span.from, span.to)
const words = (text: string): string[] => text.match(/[bcmt]\d+/g) ?? []
const regionsOf = (result: MergeResult): readonly MergeRegion[] =>
  result.kind === 'too-large' ? [] : result.regions

describe('[W9] merging any three texts', () => {
  test('what one side did alone is the outcome; what both did alike is too', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyHead), fc.oneof(anyText, anyHead), (base, other) => {
        for (const [mine, theirs] of [
          [other, base],
          [base, other],
          [other, other],
        ] as const) {
          const result = merge3({ base, mine, theirs })
          expect(result).toMatchObject({ kind: 'merged', text: other })
        }
      }),
      fuzzRuns(300),
    )
  })

  test('both sides exchanged come to the same', () => {
    fc.assert(
      fc.property(anyThree, ({ base, mine, theirs }) => {
        const one = merge3({ base, mine, theirs })
        const other = merge3({ base, mine: theirs, theirs: mine })
        const clashes = one.kind === 'clashes' ? one.clashes : 0
        expect(other).toMatchObject(
          one.kind === 'merged' ? { kind: 'merged', text: one.text } : { kind: one.kind, clashes },
        )
        expect(
          resolve(other, { base, mine: theirs, theirs: mine }, Array<'theirs'>(clashes).fill('theirs')),
        ).toBe(resolve(one, { base, mine, theirs }, []))
      }),
      fuzzRuns(300),
    )
  })

  test('regions cover all three texts, in order, and split no character', () => {
    fc.assert(
      fc.property(anyThree, (texts) => {
        const regions = regionsOf(merge3(texts))
        for (const name of ['base', 'mine', 'theirs'] as const) {
          let at = 0
          for (const region of regions) {
            expect(region[name].from).toBe(at)
            expect(region[name].to).toBeGreaterThanOrEqual(at)
            at = region[name].to
            expect(
              /[\ud800-\udbff]$/.test(texts[name].slice(0, at)) &&
                /^[\udc00-\udfff]/.test(texts[name].slice(at)),
            ).toBe(false)
          }
          expect(at).toBe(texts[name].length)
        }
      }),
      {
        ...fuzzRuns(300),
        // Both sides have changes next to one unchanged line.
        examples: [
          [
            {
              base: '---\nb: 2\n\nText.\n',
              mine: '---\na: 1\nb: 2\n---\n',
              theirs: '---\n  - x\nb: 2\n---\nText.',
            },
          ],
        ],
      },
    )
  })

  test('a clash of everything, decided for one side, is that side', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, mine, theirs) => {
        const tooLarge: MergeResult = { kind: 'too-large' }
        expect(resolve(tooLarge, { base, mine, theirs }, ['theirs'])).toBe(theirs)
        expect(resolve(tooLarge, { base, mine, theirs }, [])).toBe(mine)
      }),
    )
  })
})

/** The cases that the fuzz found, each once. */
describe('[W9] merging: found by the fuzz', () => {
  test.each([
    [
      'joined paragraphs of a script without spaces stay joined',
      '一。\n\n二。三。',
      '一。二。三。',
      '一。\n\n二。四。',
      '一。二。四。',
    ],
    ['an addition before what both added', '', '文。b', 'b', '文。b'],
    [
      'both deleted one paragraph, each changed an item',
      '- one here\n- two here\n\nc',
      '- one here\n- two over here',
      '- one there here\n- two here',
      '- one there here\n- two over here',
    ],
    ['a carriage return at the very end', '\r\n', '\n\r', '\r\n', '\n\r'],
    ['a line that goes on after a carriage return', '\r', '\r\n\r', '\r', '\r\n\r'],
  ])('%s', (_, base, mine, theirs, text) => {
    expect(merge3({ base, mine, theirs })).toMatchObject({ kind: 'merged', text })
    expect(merge3({ base, mine: theirs, theirs: mine })).toMatchObject({ kind: 'merged', text })
  })
})

describe('[W9] merging edits of one document', () => {
  test('nothing is dropped and nothing doubled: each word added is in the outcome or in the clash decided against it, once', () => {
    fc.assert(
      fc.property(
        three,
        fc.constantFrom('mine' as const, 'theirs' as const),
        ({ base, mine, theirs }, side) => {
          const result = merge3({ base, mine, theirs })
          const clashes = regionsOf(result).filter((region) => region.kind === 'clash')
          const kept = words(
            resolve(
              result,
              { base, mine, theirs },
              clashes.map(() => side),
            ),
          )
          const decidedAgainst = clashes.flatMap((region) =>
            words(side === 'mine' ? slice(theirs, region.theirs) : slice(mine, region.mine)),
          )
          expect(repeated(kept)).toEqual([])
          expect(
            without([...added(base, mine), ...added(base, theirs)], [...kept, ...decidedAgainst]),
          ).toEqual([])
          expect(without(added(base, side === 'mine' ? mine : theirs), kept)).toEqual([])
        },
      ),
      fuzzRuns(300),
    )
  })

  test('keeping both sides of every clash keeps every added word', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const result = merge3({ base, mine, theirs })
        const kept = words(
          resolve(
            result,
            { base, mine, theirs },
            regionsOf(result).map(() => 'both'),
          ),
        )
        expect(without([...added(base, mine), ...added(base, theirs)], kept)).toEqual([])
      }),
      fuzzRuns(300),
    )
  })

  test('keeping both sides where one holds all that the other wrote doubles nothing: it is that side', () => {
    fc.assert(
      fc.property(heldTexts, fc.boolean(), ([shape, list, more], isMine) => {
        const before = draw(shape)
        const less = unended(edited(before, list, 'm'))
        const [base, short, long] = [before, less, wentOn(less, more, 't')].map(written) as [
          string,
          string,
          string,
        ]
        const texts = isMine ? { base, mine: long, theirs: short } : { base, mine: short, theirs: long }
        const result = merge3(texts)
        const kept = resolve(
          result,
          texts,
          regionsOf(result).map(() => 'both'),
        )
        expect(words(kept)).toEqual(words(long))
      }),
      fuzzRuns(300),
    )
  })

  test('a paragraph that both sides added alike stands once, whatever else they wrote', () => {
    fc.assert(
      fc.property(blocks, places, sentences, sentences, (shape, added, my, their) => {
        const before = draw(shape)
        const list = added.map((block) => ({ block, unit: 0, does: 'add block' as const }))
        const common = unended(edited(before, list, 'c'))
        const texts = {
          base: written(unended(before)),
          mine: written(wentOn(common, my, 'm')),
          theirs: written(wentOn(common, their, 't')),
        }
        const result = merge3(texts)
        for (const decision of ['mine', 'theirs', 'both'] as const) {
          const decisions = regionsOf(result).map(() => decision)
          const kept = words(resolve(result, texts, decisions)).filter((word) => word.startsWith('c'))
          expect(repeated(kept)).toEqual([])
        }
      }),
      fuzzRuns(300),
    )
  })

  test('what neither side deleted stays, and what one side deleted is gone', () => {
    fc.assert(
      fc.property(cleanThree, ({ base, mine, theirs, text }) => {
        const left = words(base).filter((word) => words(mine).includes(word) && words(theirs).includes(word))
        expect(
          words(text)
            .filter((word) => words(base).includes(word))
            .sort(),
        ).toEqual(left.sort())
      }),
      fuzzRuns(300),
    )
  })

  test('nothing is invented: each sentence and line of the outcome stands in one of the three texts', () => {
    fc.assert(
      fc.property(cleanThree, ({ base, mine, theirs, text }) => {
        expect(without(units(text), [base, mine, theirs].flatMap(units))).toEqual([])
      }),
      fuzzRuns(300),
    )
  })

  test('with every clash decided for mine, each clean change of theirs is there', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const result = merge3({ base, mine, theirs })
        const text = resolve(result, { base, mine, theirs }, [])
        const changes = regionsOf(result).filter((region) => region.kind === 'theirs')
        expect(
          changes.map((region) => slice(theirs, region.theirs).trim()).filter((part) => !text.includes(part)),
        ).toEqual([])
      }),
      fuzzRuns(300),
    )
  })

  test('a merge made within a bound drops no word that either side added', () => {
    fc.assert(
      fc.property(three, fc.integer({ min: 0, max: 400 }), ({ base, mine, theirs }, work) => {
        const bounded = merge3({ base, mine, theirs }, { work })
        fc.pre(bounded.kind === 'merged')
        const kept = new Set(words(bounded.text))
        expect([...added(base, mine), ...added(base, theirs)].filter((word) => !kept.has(word))).toEqual([])
      }),
      fuzzRuns(300),
    )
  })
})

/** A side's change of one key: a new value, a deletion, or none. */
const fieldEdits = fc.uniqueArray(
  fc.record({
    key: fc.nat(9),
    by: fc.constantFrom('mine' as const, 'theirs' as const),
    does: fc.constantFrom('write', 'nest', 'delete'),
    place: fc.nat(9),
  }),
  { maxLength: 8, selector: ({ key }) => key },
)

describe('[W9] merging front matter', () => {
  test('keys that only one side wrote, added or deleted never clash, and each has the value of that side', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9), { maxLength: 8 }), fieldEdits, (keys, list) => {
        const base = keys.map((key): KeyedField => [key, `b${key}`])
        const whose = new Map(list.map(({ key, by }) => [key, by]))
        const side = (name: 'mine' | 'theirs') =>
          list.filter(({ by }) => by === name).reduce<KeyedField[]>(fieldEdited, base)
        const [my, their] = [side('mine'), side('theirs')]
        const result = merge3({ base: head(base), mine: head(my), theirs: head(their) })
        const expected = Array.from({ length: 10 }, (_, key) =>
          (whose.get(key) === 'theirs' ? their : my).find(([one]) => one === key),
        ).filter((field) => field !== undefined)
        expect(result.kind).toBe('merged')
        expect(
          fieldsOf(resolve(result, { base: head(base), mine: head(my), theirs: head(their) }, [])),
        ).toEqual(expected.map(([key, value]) => `key${key}: ${value}`).sort())
      }),
      fuzzRuns(300),
    )
  })

  test('no key stands twice, whoever moved, wrote and decided', () => {
    const side = fc.uniqueArray(fc.tuple(fc.nat(4), fc.constantFrom('x', 'y', '\n  - x')), {
      maxLength: 5,
      selector: ([key]) => key,
    })
    fc.assert(
      fc.property(side, side, side, fc.constantFrom('mine' as const, 'theirs' as const), (...given) => {
        const [base, my, their, decision] = given
        const texts = { base: head(base), mine: head(my), theirs: head(their) }
        const result = merge3(texts)
        const fields = fieldsOf(
          resolve(
            result,
            texts,
            regionsOf(result).map(() => decision),
          ),
        )
        expect(repeated(fields.map((field) => field.slice(0, 4)))).toEqual([])
      }),
      fuzzRuns(300),
    )
  })
})

type KeyedField = readonly [key: number, value: string]

function fieldEdited(
  fields: readonly KeyedField[],
  { key, by, does, place }: { key: number; by: string; does: string; place: number },
): KeyedField[] {
  const at = fields.findIndex(([one]) => one === key)
  const value = does === 'nest' ? `\n  - ${by}\n\n  - ${place}` : `${by} ${place}`
  if (does === 'delete') return fields.filter(([one]) => one !== key)
  return at < 0
    ? fields.toSpliced(place % (fields.length + 1), 0, [key, value])
    : fields.with(at, [key, value])
}

/** Every text has a first key, so that each has front matter. */
const head = (fields: readonly KeyedField[]): string =>
  ['---', 'key: 0', ...fields.map(([key, value]) => `key${key}: ${value}`), '---', '', 'Text.', ''].join('\n')

const fieldsOf = (text: string): readonly string[] =>
  text
    .slice(text.indexOf('key: 0') + 7, text.indexOf('---', 3))
    .split(/\n(?=key|$)/)
    .filter((field) => field !== '')
    .sort()

interface Addition {
  readonly block: number
  readonly does: 'words' | 'sentence' | 'block'
}

/**
 * Text that one side writes after everything that the other wrote: words at the end of a block's last unit, or one more
 * unit.
 */
const additions = fc.array(
  fc.record({ block: fc.nat(9), does: fc.constantFrom<Addition['does']>('words', 'sentence', 'block') }),
  { minLength: 1, maxLength: 4 },
)

const growth = additions.map((list) => list.filter(({ does }) => does !== 'block'))
const sentences = additions.map((list) => list.filter(({ does }) => does === 'sentence'))
/** The places where paragraphs are added. */
const places = fc.array(fc.nat(9), { minLength: 1, maxLength: 2 })

/** In prose anything may be added; a list item or a row beside those of the other side may be a new one and is kept. */
const heldTexts = fc.oneof(
  fc.tuple(
    blocks.map((shape) => shape.map(({ size }) => ({ kind: 'prose' as const, size }))),
    edits,
    additions,
  ),
  fc.tuple(blocks, fc.constant<Edit[]>([]), growth),
)

/** The document without the mark at the end of each block's last sentence, as while it is being written. */
const unended = (document: readonly Block[]): readonly Block[] =>
  document.map(({ kind, units: own }) => ({
    kind,
    units: own.with(own.length - 1, own.at(-1)!.replace(/\.$/, '')),
  }))

function wentOn(document: readonly Block[], list: readonly Addition[], author: string): readonly Block[] {
  const fresh = wordsOf(author)
  const result = [...document]
  for (const { block, does } of list) {
    const at = result.length === 0 ? 0 : block % result.length
    const old = result[at]
    if (does === 'block' || !old) result.splice(at + 1, 0, { kind: 'prose', units: [sentence(fresh)] })
    else {
      const last = old.units.at(-1)!
      const more = does === 'words' ? `${last} ${fresh.next().value}` : `${last}. ${sentence(fresh)}`
      result[at] = { ...old, units: old.units.with(old.units.length - 1, more) }
    }
  }
  return result
}

/** Texts that merge without a question, and the result. */
const cleanThree = three
  .map((texts) => ({ texts, result: merge3(texts) }))
  .filter(({ result }) => result.kind === 'merged')
  .map(({ texts, result }) => Object.assign({ text: resolve(result, texts, []) }, texts))

const added = (base: string, text: string): string[] => without(words(text), words(base))
const without = (list: readonly string[], known: readonly string[]): string[] => {
  const set = new Set(known)
  return list.filter((one) => !set.has(one))
}
const repeated = (list: readonly string[]): string[] => list.filter((one, index) => list.indexOf(one) < index)

/** Sentences of paragraphs, lines of other blocks, with white space collapsed. */
function units(text: string): string[] {
  return text
    .split(/\n(?=\n|[-|`]|Ab)|\n$/)
    .flatMap((part) =>
      sentencesOf(part).map(({ from, to }) => part.slice(from, to).trim().replace(/\s+/g, ' ')),
    )
}
