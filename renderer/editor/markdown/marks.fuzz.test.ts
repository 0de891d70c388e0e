import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState, type StateCommand } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import type { Block, Inline } from '../../../shared/markdown/tree/tree'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { runCommand } from '../testing/run-command'
import { toggleCode } from './code-mark'
import { toggleMark } from './formatting'
import { markdownSupport } from './language'
import { insertLink } from './link-mark'

const MARKS: readonly (readonly [string, StateCommand])[] = [
  ['strong', toggleMark('**')],
  ['emphasis', toggleMark('*')],
  ['highlight', toggleMark('==')],
  ['struck', toggleMark('~~')],
  ['code', toggleCode],
  ['link to ', insertLink],
]

/** A letter as it is displayed: its marks, and the code element that contains it. */
interface Letter {
  readonly shown: string
  readonly marks: ReadonlySet<string>
  readonly code: Inline | undefined
}

/** The content of a text: the kinds of its blocks, and everything displayed in them except white space. */
function read(text: string) {
  const kinds: string[] = []
  const letters: Letter[] = []
  /** Whether a mark is nested in one of its own kind. */
  let isDoubled = false
  function add(inlines: readonly Inline[], marks: readonly string[]): void {
    for (const inline of inlines) {
      const { kind } = inline
      if (kind === 'text' || kind === 'code')
        for (const shown of inline.text.replace(/\s/g, ''))
          letters.push({
            shown,
            marks: new Set(kind === 'code' ? [...marks, kind] : marks),
            code: kind === 'code' ? inline : undefined,
          })
      else if ('children' in inline) {
        isDoubled ||= marks.includes(kind)
        add(inline.children, [...marks, kind === 'link' ? `link to ${inline.address}` : kind])
      }
    }
  }
  function addBlocks(blocks: readonly Block[]): void {
    for (const block of blocks) {
      kinds.push(block.kind)
      if ('children' in block) add(block.children, [])
      else if (block.kind === 'quote') addBlocks(block.blocks)
      else if (block.kind === 'list') for (const item of block.items) addBlocks(item.blocks)
      else if (block.kind === 'table') for (const cell of [...block.head, ...block.rows.flat()]) add(cell, [])
    }
  }
  addBlocks(readDocument(text).blocks)
  return { kinds: kinds.join(), letters, isDoubled, shown: letters.map(({ shown }) => shown).join('') }
}

const words = fc.stringMatching(/^[a-z]{1,3}( [a-z]{1,3})?$/)
const SIGNS = ['**', '*', '==', '~~', '__', '_'] as const
const signed = (of: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom(...SIGNS), of).map(([sign, inner]) => sign + inner + sign)
const link = fc.oneof(
  words,
  fc.tuple(words, signed(words)).map((two) => two.join(' ')),
)

/** Words with nested marks, and the text between them. */
const inlines = (between: readonly string[]) =>
  fc.letrec<{ inline: string; piece: string }>((tie) => ({
    inline: fc
      .array(fc.tuple(tie('piece'), fc.constantFrom(...between)), { minLength: 1, maxLength: 4 })
      .map((pieces) => pieces.flat().slice(0, -1).join('')),
    piece: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      words,
      words.map((inner) => `\`${inner}\``),
      link.map((inner) => `[${inner}](/1)`),
      signed(tie('inline')),
    ),
  })).inline
const plain = inlines([' ', ' ', ', ', ' — ', '. ', ' \\* '])
/** With marks that begin and end within words, and signs that are not marks. */
const wild = inlines([' ', ' ', ', ', ' (', '”', '', '\\* ', '*', '**'])

const document = (inline: fc.Arbitrary<string>) => {
  const two = fc.tuple(inline, inline)
  return fc.oneof(
    inline,
    two.map((lines) => lines.join('\n')),
    two.map((blocks) => blocks.join('\n\n')),
    inline.map((one) => `## ${one}`),
    two.map(([one, other]) => `- ${one}\n- [ ] ${other}`),
    two.map(([one, other]) => `1. ${one}\n   ${other}`),
    two.map(([one, other]) => `> ${one}\n> ${other}`),
    fc.tuple(inline, inline, inline).map(([a, b, c]) => `| ${a} | ${b} |\n| --- | --- |\n| ${c} | d |`),
  )
}

interface Asked {
  readonly text: string
  readonly from: number
  readonly to: number
}
const asked = (inline: fc.Arbitrary<string>): fc.Arbitrary<Asked> =>
  fc.tuple(document(inline), fc.nat(), fc.nat()).map(([text, one, other]) => {
    const ends = [one % (text.length + 1), other % (text.length + 1)] as const
    return { text, from: Math.min(...ends), to: Math.max(...ends) }
  })

/** Each letter of a text, and whether it must have the mark afterwards; undefined if nothing is expected. */
function wanted(name: string, { text, from, to }: Asked) {
  const before = read(text)
  const places = [...text.matchAll(/[a-z]/g)].map(({ index }) => index)
  const letters = before.letters.filter(({ shown }) => /[a-z]/.test(shown))
  if (letters.length !== places.length) return undefined
  const selected = places.map((place) => from <= place && place < to)
  const codes = new Set(
    letters.flatMap(({ code }, index) => (selected[index] === true && code ? [code] : [])),
  )
  const isMeant = letters.map(({ code, marks }, index) => {
    // Code is marked as a whole, and links cannot be nested.
    const isSelected = selected[index] === true || (name !== 'code' && code !== undefined && codes.has(code))
    return isSelected && !(name.startsWith('link') && marks.has('link to /1'))
  })
  const meant = letters.filter((_, index) => isMeant[index])
  if (meant.length === 0) return undefined
  const isOn = !meant.every(({ marks }) => marks.has(name))
  const marks = letters.map((letter, index) => {
    const others = [...letter.marks].filter((mark) => mark !== name)
    const has = isMeant[index] === true ? isOn : letter.marks.has(name)
    return [...others, ...(has ? [name] : [])].sort().join()
  })
  return { before, marks, isNew: !letters.some((letter) => letter.marks.has(name)) }
}

const marksOf = (text: string) =>
  read(text)
    .letters.filter(({ shown }) => /[a-z]/.test(shown))
    .map(({ marks }) => [...marks].sort().join())

function stateOf({ text, from, to }: Asked): EditorState {
  const selection = { anchor: from, head: to }
  const state = EditorState.create({ doc: text, selection, extensions: markdownSupport() })
  ensureSyntaxTree(state, text.length, 10_000)
  return state
}

/** Code over several lines uses fences, which is another command. */
const isOfLines = (name: string, { text, from, to }: Asked) =>
  name === 'code' && !text.startsWith('|') && text.slice(from, to).includes('\n')

test.each(MARKS)(
  '%s: selected words all have it, or none where all had it, and nothing else changes',
  (name, command) => {
    fc.assert(
      fc.property(asked(plain), (one) => {
        const { text, from, to } = one
        // Markdown cannot express a mark that begins within a word beside another mark.
        fc.pre(
          !/[a-z]{2}/.test(text.slice(from - 1, from + 1)) && !/[a-z]{2}/.test(text.slice(to - 1, to + 1)),
        )
        fc.pre(text[from - 1] !== '\\' && text[to - 1] !== '\\')
        const { shown, isDoubled } = read(text)
        // Literal signs, as beside a mark nested in one of its kind, could become marks.
        fc.pre(!isDoubled && !/[_=~`]/.test(shown) && shown.split('*').length === text.split('\\*').length)
        fc.pre(!isOfLines(name, one))
        const want = wanted(name, one)
        fc.pre(want !== undefined)
        const after = runCommand(command, stateOf(one))
        const next = read(after.doc.toString())
        expect(next.kinds).toBe(want.before.kinds)
        expect(next.shown).toBe(want.before.shown)
        expect(marksOf(after.doc.toString())).toEqual(want.marks)
        // An existing mark may have joined the new one, and a link keeps its address. Code contains no escapes, and
        // text outside it only necessary ones.
        if (want.isNew && name !== 'link to ' && !(name === 'code' && text.includes('\\')))
          expect(runCommand(command, after).doc.toString()).toBe(text)
      }),
      fuzzRuns(60),
    )
  },
)

test.each(MARKS)('%s: among signs of every kind it is right, or nothing is done', (name, command) => {
  fc.assert(
    fc.property(asked(wild), (one) => {
      fc.pre(!isOfLines(name, one) && !/\n\n|\n[-|]/.test(one.text))
      const want = wanted(name, one)
      fc.pre(want !== undefined)
      const after = runCommand(command, stateOf(one)).doc.toString()
      if (after === one.text) return
      const next = read(after)
      expect(next.kinds).toBe(want.before.kinds)
      expect(next.shown).toBe(want.before.shown)
      expect(marksOf(after)).toEqual(want.marks)
    }),
    fuzzRuns(60),
  )
})
