import { history, undo } from '@codemirror/commands'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { markdownSupport } from '../markdown/language'
import { numbersFrom } from '../testing/numbers-from'
import { runCommand } from '../testing/run-command'
import { columnsOf, readTable } from './table-model'
import { cellKeys } from './cell-keys'
import { drawnCells } from './drawn-cells'

/** The number of cells in each row of each table, as the grammar reads the text. */
function shapesOf(state: EditorState): readonly (readonly number[])[] {
  const shapes: number[][] = []
  ensureSyntaxTree(state, state.doc.length, 10_000)?.iterate({
    enter({ name, from }) {
      if (name !== 'Table') return undefined
      shapes.push(readTable(state, from)!.lines.map((line) => columnsOf({ lines: [line] })))
      return false
    },
  })
  return shapes
}

const EVENTS = [
  'delete.selection',
  'delete.cut',
  'delete.backward',
  'input.type',
  'input.paste',
  'input.drop',
]
const WRITTEN = ['Zz', '- Zz', 'Zz|', '|Zz\n\nZz', '\nZz\\', 'Zz\n']
const { numRuns, seed: first, interruptAfterTimeLimit } = fuzzRuns(400, 200_000)

test(`[fuzz] ${numRuns} edits at random from seed ${first}: chosen words go, all others stay, and tables keep their columns`, () => {
  const until = Date.now() + interruptAfterTimeLimit
  let edits = 0
  while (edits < numRuns && Date.now() < until) {
    edit(first + edits)
    edits += 1
  }
  console.info(`${edits} edits`)
  expect(edits).toBeGreaterThan(0)
})

/** A text of two tables with words around them, each word unique; derived from a seed. */
function textOf(number: (below: number) => number): string {
  // Four digits each, so that a part of one is not another.
  let words = 0
  const word = () => `w${1_000 + words++}w`
  const mark = number(4) === 0 ? '> ' : ''
  const table = () => {
    const columns = 2 + number(3)
    const isOpen = number(3) === 0
    const pad = () => ' '.repeat(number(2) + Number(isOpen))
    const line = (cells: readonly string[]) => {
      const text = cells.map((cell) => pad() + cell + pad()).join('|')
      return mark + (isOpen ? text.trim() : `|${text}|`)
    }
    const cell = (column: number) => {
      if (column > 0 && column < columns - 1 && number(4) === 0) return ' '
      const sign = ['-', '#', '1.', '>', '```'][number(5)]!
      const written = [word(), `${word()} ${word()}`, `${word()}\\|${word()}`, `**${word()}**`]
      return [...written, `${word()} ${sign} ${word()}`][number(5)]!
    }
    const row = () => line(Array.from({ length: columns }, (_, column) => cell(column)))
    const rule = line(Array.from({ length: columns }, () => '---'))
    return [row(), rule, ...Array.from({ length: number(4) }, row)].join('\n')
  }
  const gap = `\n${mark.trimEnd()}\n`
  const after = number(3) === 0 ? `\n${mark}# ${word()} ${word()}` : `${gap}${mark}${word()} ${word()}`
  const between = number(3) === 0 ? gap : `${gap}${mark}${word()} ${word()}${gap}`
  return `${mark}${word()} ${word()}${gap}${table()}${between}${table()}${after}`
}

function edit(seed: number): void {
  const number = numbersFrom(seed)
  const text = textOf(number)
  const userEvent = EVENTS[number(EVENTS.length)]!
  const insert = userEvent.startsWith('delete') ? '' : WRITTEN[number(WRITTEN.length)]!
  const [from, to] = [number(text.length + 1), number(text.length + 1)].toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  const state = EditorState.create({
    doc: text,
    selection: number(2) === 0 ? { anchor: from, head: to } : { anchor: to, head: from },
    extensions: [markdownSupport(), history(), cellKeys, drawnCells],
  })
  ensureSyntaxTree(state, text.length, 10_000)
  const before = shapesOf(state)
  // A delimiter row is never shown as words, and after the last bar of a row a table is typed as text.
  if (/^[^\w\n]*$/.test(text.slice(from, to))) return
  // A selection that begins and ends outside tables edits no table.
  if (readTable(state, from) === undefined && readTable(state, to) === undefined) return
  // By the rules of markdown, text on the line below a table is a row of it.
  const line = state.doc.lineAt(from)
  const isBelow = line.number > 1 && /^[\s>]*$/.test(text.slice(line.from, from))
  if (isBelow && readTable(state, state.doc.line(line.number - 1).to) !== undefined) return
  const next = state.update(state.replaceSelection(insert), { userEvent }).state
  const after = next.doc.toString()
  const where = `seed ${seed}, ${userEvent} of ${JSON.stringify(insert)} in\n${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}\nbecame\n${after}`
  const spans = [...text.matchAll(/w\d{4}w/g)].map(({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
  }))
  const outside = spans.filter((span) => span.to <= from || span.from >= to).map(({ word }) => word)
  const inside = spans.filter((span) => span.from >= from && span.to <= to).map(({ word }) => word)
  const left: readonly string[] = after.match(/w\d{4}w/g) ?? []
  expect(
    outside.filter((word) => !after.includes(word)),
    where,
  ).toEqual([])
  expect(
    inside.filter((word) => left.includes(word)),
    where,
  ).toEqual([])
  expect(after.split('Zz'), where).toHaveLength(insert.split('Zz').length)
  const shapes = shapesOf(next)
  for (const rows of shapes) expect(new Set(rows).size, where).toBe(1)
  const kept = before.map(([columns]) => columns)
  expect(kept.join().includes(shapes.map(([columns]) => columns).join()), where).toBe(true)
  // A word of a table that remains must be in a table.
  const whole = (words: readonly string[]) =>
    words.filter((word) => outside.includes(word) && left.includes(word))
  expect(whole(linesOfWords(next)), where).toEqual(whole(linesOfWords(state)))
  expect(runCommand(undo, next).doc.toString(), where).toBe(text)
}

/** The words in tables. */
function linesOfWords(state: EditorState): readonly string[] {
  const words: string[] = []
  ensureSyntaxTree(state, state.doc.length, 10_000)?.iterate({
    enter({ name, from, to }) {
      if (name === 'Table') words.push(...(state.sliceDoc(from, to).match(/w\d{4}w/g) ?? []))
    },
  })
  return words
}
