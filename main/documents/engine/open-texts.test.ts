import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEditor } from '../../../shared/text/line-ends'
import { applyChanges, type TextChange } from '../../../shared/text/text-change'
import { openText, type Accepted } from './open-texts'

const insertAt = (from: number, insert: string): TextChange[] => [{ from, to: from, insert }]

function announcedOf(accepted: Accepted) {
  if (!('announced' in accepted)) throw new Error(`not accepted: ${accepted.answer.kind}`)
  return accepted
}

/** The text of a window that has applied the steps in order. */
const followed = (text: string, updates: readonly { readonly changes: readonly TextChange[] }[]) =>
  updates.reduce((before, { changes }) => applyChanges(before, changes), text)

describe('changes name the version they are based on', () => {
  test('[W14] the first is taken, the one behind gets the steps it missed and is not applied', () => {
    const open = openText('one', 7)
    expect(open.accept('a', 7, [insertAt(3, ' two'), insertAt(7, '!')]).answer).toEqual({
      kind: 'accepted',
      version: 9,
    })
    expect(open.accept('b', 8, [insertAt(0, 'x')]).answer).toEqual({
      kind: 'behind',
      updates: [{ clientId: 'a', changes: insertAt(7, '!') }],
      version: 9,
    })
    expect(open.storedText()).toBe('one two!')
  })

  test('[W14] a version from another life of the text, or from the future, has to open again', () => {
    const open = openText('one', 7)
    expect(open.accept('a', 6, [insertAt(0, 'x')]).answer).toEqual({ kind: 'reopen' })
    expect(open.accept('a', 8, [insertAt(0, 'x')]).answer).toEqual({ kind: 'reopen' })
    expect(open.storedText()).toBe('one')
  })

  test('[W14] a window that has missed too much has to open again; the memory of steps is bounded', () => {
    const open = openText('', 0)
    for (let version = 0; version < 2_000; version++) open.accept('a', version, [insertAt(0, 'x')])
    expect(open.accept('b', 900, []).answer).toEqual({ kind: 'reopen' })
    expect(open.accept('b', 1_100, []).answer).toMatchObject({ kind: 'behind', version: 2_000 })
  })

  test.each([
    ['past the end', [insertAt(1, 'ok'), insertAt(99, 'x')]],
    ['overlapping', [insertAt(1, 'ok'), [...insertAt(2, 'x'), { from: 1, to: 2, insert: '' }]]],
    ['backwards', [[{ from: 2, to: 1, insert: '' }]]],
  ])('changes that do not fit (%s) are not applied, not even the first of them', (_, updates) => {
    for (const text of ['one', 'o\r\nn']) {
      const open = openText(text, 0)
      expect(open.accept('a', 0, updates).answer).toEqual({ kind: 'reopen' })
      expect(open.storedText()).toBe(text)
      expect(open.version()).toBe(0)
    }
  })
})

describe('line ends', () => {
  test('a CRLF text is typed in with one-character breaks and stays CRLF throughout', () => {
    const open = openText('one\r\ntwo', 0)
    expect(open.lineEnd).toBe('\r\n')
    expect(open.editorText()).toBe('one\ntwo')
    const accepted = announcedOf(
      open.accept('a', 0, [insertAt(7, '\nthree'), [{ from: 3, to: 4, insert: ' ' }]]),
    )
    expect(open.storedText()).toBe('one two\r\nthree')
    expect(accepted.stored.reduce(applyChanges, 'one\r\ntwo')).toBe('one two\r\nthree')
  })

  test.each(['a\nb\r\nc', 'a\rb', 'a\r\nb\r', 'a\nb'])(
    'no byte of %j moves when a key is pressed',
    (text) => {
      const open = openText(text, 0)
      expect(open.editorText()).toBe(text)
      open.accept('a', 0, [insertAt(0, 'x')])
      expect(open.storedText()).toBe(`x${text}`)
    },
  )

  test('text from elsewhere with other breaks keeps its bytes, and typing goes on in the right place', () => {
    const open = openText('one\r\ntwo\r\n', 0)
    const shown = open.editorText()
    const told = open.replace('one\r\ntwo\nthree')!
    expect(followed(shown, told.updates)).toBe(open.editorText())
    open.accept('a', told.version, [insertAt(open.editorText().length, '!')])
    expect(open.storedText()).toBe('one\r\ntwo\nthree!')
  })
})

describe('halves of surrogate pairs', () => {
  test.each([
    ['pasted', 'ab', insertAt(1, '\ud83d'), 'a\ufffdb'],
    ['left by deleting the other half', 'a😀b', [{ from: 1, to: 2, insert: '' }], 'a\ufffdb'],
    ['torn by typing between them', '😀', insertAt(1, 'x'), '\ufffdx\ufffd'],
    ['in a CRLF text', '\r\n\r\na😀', [{ from: 4, to: 5, insert: '' }], '\r\n\r\na\ufffd'],
  ])('become visible when %s, and every window learns it', (_, text, changes, expected) => {
    const open = openText(text, 0)
    const shown = open.editorText()
    const accepted = announcedOf(open.accept('a', 0, [changes]))
    expect(open.storedText()).toBe(expected)
    expect(followed(shown, accepted.announced.updates)).toBe(inEditor(expected, open.lineEnd))
    expect(accepted.announced.updates.map(({ clientId }) => clientId)).toEqual(['a', null])
    expect(accepted.stored.reduce(applyChanges, text)).toBe(expected)
  })

  test('whole pairs are left alone', () => {
    const open = openText('a😀b😀', 0)
    open.accept('a', 0, [[{ from: 1, to: 3, insert: '🌙🌙' }, ...insertAt(6, '😀')]])
    expect(open.storedText()).toBe('a🌙🌙b😀😀')
  })
})

test('what the windows and the journal are told leads to the stored text', () => {
  const unit = fc.constantFrom('a', '\n', '雪', '😀', '\ud83d', '\ude00', '\r')
  const texts = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''))
  const starts = fc
    .array(fc.constantFrom('a', '\r\n', '😀', '雪'), { maxLength: 12 })
    .map((units) => units.join(''))
  const edits = fc.array(fc.tuple(fc.nat(20), fc.nat(4), texts), { maxLength: 6 })
  fc.assert(
    fc.property(starts, edits, (start, drawn) => {
      const open = openText(start, 0)
      let shown = open.editorText()
      let journaled = start
      for (const [at, length, insert] of drawn) {
        const from = Math.min(at, shown.length)
        const to = Math.min(from + length, shown.length)
        const accepted = announcedOf(open.accept('a', open.version(), [[{ from, to, insert }]]))
        shown = followed(shown, accepted.announced.updates)
        journaled = accepted.stored.reduce(applyChanges, journaled)
      }
      expect(open.storedText()).toBe(journaled)
      expect(open.editorText()).toBe(shown)
      expect(/\p{Surrogate}/u.test(journaled)).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('text from elsewhere comes as small changes', () => {
  const paragraphs = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} stands here.`)
  const open = openText(paragraphs.join('\n\n'), 3)
  const shown = open.editorText()
  const told = open.replace(paragraphs.with(20, 'Changed.').with(150, 'Changed too.').join('\n\n'))!
  expect(told.version).toBe(4)
  expect(followed(shown, told.updates)).toBe(open.editorText())
  expect(told.updates[0]!.clientId).toBeNull()
  expect(told.updates[0]!.changes.every(({ from, to }) => to - from < 40)).toBe(true)
  expect(open.replace(open.storedText())).toBeUndefined()
})
