import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOf } from '../../shared/diff/line-hunks'
import { passageTrail } from './passage'

/** Texts newest first; the first is the newest version, and the present text equals it. */
function trail(texts: readonly string[], passage: string) {
  const now = texts[0]!
  const from = now.indexOf(passage)
  return passageTrail(
    linesOf(now),
    { from, to: from + passage.length },
    texts.map((text, index) => ({ key: `v${texts.length - index}`, lines: linesOf(text) })),
  )
}

describe('the history of a passage', () => {
  test('only versions that changed it, each with the passage as it left it', () => {
    const texts = [
      'One.\nThe tide was an hour late again.\nThree and four.\n',
      'One.\nThe tide was an hour late again.\nThree.\n',
      'Zero.\nOne.\nThe tide was late again.\nThree.\n',
      'Zero.\nOne.\nThe tide was late.\nThree.\n',
      'Zero.\nOne.\nThree.\n',
    ]
    const { steps, reached } = trail(texts, 'The tide was an hour late again.')
    expect(steps).toEqual([
      { key: 'v4', text: 'The tide was an hour late again.' },
      { key: 'v3', text: 'The tide was late again.' },
      { key: 'v2', text: 'The tide was late.' },
    ])
    expect(reached).toBe(false)
  })

  test('a passage that the oldest text has may be older', () => {
    expect(trail(['A b c.\nMore.\n', 'A b c.\n'], 'b c')).toEqual({
      steps: [{ key: 'v1', text: 'b c' }],
      reached: true,
    })
  })

  test('words put in before it or behind it are not a change of it', () => {
    expect(trail(['x A b c. y\n', 'A b c.\n'], 'A b c.').steps.map(({ key }) => key)).toEqual(['v1'])
  })

  test('what stands around it does not matter: a marked paragraph is followed through any other edits', () => {
    // The lines before the passage never occur behind it: a passage that swaps places with its neighbour is a different
    // one.
    const before = fc.array(fc.constantFrom('alpha\n', 'beta gamma\n'), { maxLength: 6 })
    const after = fc.array(fc.constantFrom('delta\n', 'epsilon zeta\n'), { maxLength: 6 })
    const version = fc.tuple(before, fc.constantFrom('P one.\n', 'P two.\n', 'P three.\n'), after)
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 8 }), (versions) => {
        const texts = versions.map(([head, passage, tail]) => [...head, passage, ...tail].join(''))
        const kept = versions.map(([, passage]) => passage)
        const { steps } = trail(texts, kept[0]!)
        const expected = kept.flatMap((passage, index) =>
          passage === kept[index + 1] ? [] : [{ key: `v${texts.length - index}`, text: passage }],
        )
        expect(steps).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})
