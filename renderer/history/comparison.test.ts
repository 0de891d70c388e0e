import { history, undo, isolateHistory } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffWords } from '../../shared/text/words/diff-words'
import { applyChanges, type TextChange } from '../../shared/text/text-change'
import { carried, changesIn, comparisonOf, sameLine, takeBack } from './comparison'
import { diffInSteps } from './diff-steps'

const compare = (before: string, after: string) =>
  comparisonOf(before, after, diffWords(before, after).pieces)

const part = fc.constantFrom(
  'a',
  'b',
  'The tide',
  ' was',
  ' late',
  '.',
  ' ',
  '\n',
  '\n\n',
  '漢字',
  '🙂',
  'e\u0301',
  '# ',
)
const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))

describe('two texts in one', () => {
  test('thousands of changes in one line are as many as a window can draw, and say the same', () => {
    const words = (change: string) =>
      Array.from({ length: 4_000 }, (_, index) =>
        index % 2 === 0 ? `word${index}` : `${change}${index}`,
      ).join(' ')
    const [before, after] = [`First.\n${words('a')}\nLast.`, `First!\n${words('b')}\nLast!`]
    const { pieces } = diffWords(before, after, { work: 1e9 })
    expect(pieces.length).toBeGreaterThan(3_000)
    const comparison = comparisonOf(before, after, pieces)
    expect(comparison.changes.length).toBeLessThan(500)
    expect(applyChanges(after, takeBack(comparison, comparison.changes))).toBe(before)
    const [first, last] = [comparison.changes[0]!, comparison.changes.at(-1)!]
    expect(before.slice(first.before.from, first.before.to)).toBe('.')
    expect(before.slice(last.before.from, last.before.to)).toBe('.')
  })

  test('without the newer words it is the older text, without the older ones the newer', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { text: both, changes } = compare(before, after)
        const without = (which: 'removed' | 'added') =>
          applyChanges(
            both,
            changes.map((change) => ({ ...change[which], insert: '' })),
          )
        expect([without('added'), without('removed')]).toEqual([before, after])
      }),
      { numRuns: 400 },
    )
  })

  test('a first answer and the whole one are both true, whatever is compared', () => {
    const long = fc
      .tuple(text, text, fc.constantFrom('x\n', 'y z\n'))
      .map(([head, tail, line]) => head + line.repeat(16_000) + tail)
    fc.assert(
      fc.property(long, long, (before, after) => {
        const answers = [...diffInSteps({ id: 1, before, after }, diffWords)]
        expect(answers.at(-1)?.isFirst).toBe(false)
        for (const { pieces } of answers) {
          const made = (kind: string) =>
            pieces
              .flatMap((piece) => (piece.kind === 'same' || piece.kind === kind ? [piece.text] : []))
              .join('')
          expect(made('removed') === before && made('added') === after).toBe(true)
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('take this back', () => {
  test('only the chosen passages change, and they are as they were', () => {
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), (before, now, one, many) => {
        const comparison = compare(before, now)
        const { changes } = comparison
        fc.pre(changes.length > 0)
        const start = one % changes.length
        const chosen = changes.slice(start, start + 1 + (many % changes.length))
        const taken = applyChanges(now, takeBack(comparison, chosen))
        // Built piece by piece: the older words where they were chosen, otherwise the present text.
        let expected = ''
        let at = 0
        for (const change of changes) {
          expected += now.slice(at, change.after.from)
          expected += chosen.includes(change)
            ? before.slice(change.before.from, change.before.to)
            : now.slice(change.after.from, change.after.to)
          at = change.after.to
        }
        expect(taken).toBe(expected + now.slice(at))
      }),
      { numRuns: 400 },
    )
  })

  test('taking all of it back is the older text; one undo gives the text before, byte for byte', () => {
    fc.assert(
      fc.property(text, text, (before, now) => {
        const comparison = compare(before, now)
        const changes = takeBack(comparison, comparison.changes)
        expect(applyChanges(now, changes)).toBe(before)
        let state = EditorState.create({
          doc: now,
          extensions: [history(), EditorState.lineSeparator.of('\n')],
        })
        state = state.update({ changes: { from: 0, insert: '!' } }).state
        const typed = state.doc.toString()
        const moved = changes.map(({ from, to, insert }) => ({ from: from + 1, to: to + 1, insert }))
        state = state.update({ changes: moved, annotations: isolateHistory.of('full') }).state
        expect(state.doc.toString()).toBe(`!${before}`)
        if (changes.length > 0) undo({ state, dispatch: (transaction) => void (state = transaction.state) })
        expect(state.doc.toString()).toBe(typed)
      }),
      { numRuns: 300 },
    )
  })

  test('a change of an older version is taken back where its words still stand; later words stay', () => {
    const [older, version] = [
      'One.\nThe tide was late.\nThree.\n',
      'One.\nThe tide was an hour late.\nThree.\n',
    ]
    const now = 'Zero.\nOne.\nThe tide was an hour late.\nThree and four.\n'
    const wanted = takeBack(compare(older, version), compare(older, version).changes)
    const changes = carried(wanted, compare(version, now).changes)
    expect(changes && applyChanges(now, changes)).toBe('Zero.\nOne.\nThe tide was late.\nThree and four.\n')
  })

  test('not where it was changed again: nothing later is lost', () => {
    const version = 'The tide was an hour late.\n'
    const wanted = takeBack(
      compare('The tide was late.\n', version),
      compare('The tide was late.\n', version).changes,
    )
    expect(carried(wanted, compare(version, 'The tide was an endless hour late.\n').changes)).toBeUndefined()
  })

  test('carried changes touch nothing that came later', () => {
    fc.assert(
      fc.property(text, text, text, (older, version, now) => {
        const wanted = takeBack(compare(older, version), compare(older, version).changes)
        const since = compare(version, now).changes
        const changes = carried(wanted, since)
        fc.pre(changes !== undefined)
        const isInside = ({ from, to }: TextChange) =>
          since.some(({ after }) => Math.max(from, after.from) < Math.min(to, after.to))
        expect(changes.some(isInside)).toBe(false)
        changes.forEach(({ from, to }, index) =>
          expect(now.slice(from, to)).toBe(version.slice(wanted[index]!.from, wanted[index]!.to)),
        )
      }),
      { numRuns: 400 },
    )
  })

  test('a selection takes the changes that it touches', () => {
    const { changes, text: both } = compare('a b c d', 'a x c y')
    expect(changesIn(changes, { from: 0, to: both.length })).toEqual(changes)
    expect(changesIn(changes, { from: 0, to: both.indexOf('c') })).toEqual(changes.slice(0, 1))
    expect(changesIn(changes, { from: 0, to: 1 })).toEqual([])
  })
})

test('the place in a text is kept by its line', () => {
  const before = 'Zero.\nOne.\nTwo.\nThree.\n'
  expect(sameLine(before, before.indexOf('Two'), 'One.\nTwo.\n')).toBe(5)
  expect(sameLine(before, before.indexOf('Two'), 'Two.\n\nMore.\nTwo.\n')).toBe(12)
  expect(sameLine(before, before.indexOf('Two'), 'Other.')).toBe(6)
})
