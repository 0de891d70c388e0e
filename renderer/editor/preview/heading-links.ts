import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { anchorOf, headingIn, headingMarkLength, headingWords } from '../../../shared/markdown/headings'
import { createIds } from '../../../shared/markdown/tree/numbering'
import { decoded } from '../../../shared/text/decoded'
import { unfolding } from '../folding/folds'

/** The maximum time for parsing; headings in a part of a long text that is not parsed by then are unknown. */
const PARSE_MS = 300
const HEADING = /^(?:ATX|Setext)Heading\d$/
/** Blocks that can contain headings. */
const HOLDS_HEADINGS = new Set(['Document', 'Blockquote', 'BulletList', 'OrderedList', 'ListItem'])

/** The positions of the headings, by the ids that the reading view and exports give them. */
export function headingPlaces(state: EditorState): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const idOf = createIds()
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state)
  tree.iterate({
    enter({ name, from, to }) {
      if (HEADING.test(name)) places.set(idOf(wordsOf(state.sliceDoc(from, to))), from)
      return HOLDS_HEADINGS.has(name)
    },
  })
  return places
}

/** The words of a heading of either kind, given with its marks. */
const wordsOf = (source: string): string =>
  headingWords(headingIn(source)?.text ?? inOneLine(source.replace(/\n[^\n]*$/, '')))

const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')

/** The id in an address like `#own-part`, empty for the beginning of the text; `undefined` for other addresses. */
export const headingId = (address: string): string | undefined =>
  address.startsWith('#') ? decoded(address.slice(1)).toLowerCase() : undefined

/**
 * The id of the heading that a link by title names, which may have no title if it is in the same text:
 * `[[Title#Part]]`, `[[#Own part]]`.
 */
export const headingOf = (target: string): string | undefined =>
  target.includes('#') ? anchorOf(target.slice(target.indexOf('#') + 1)) : undefined

/**
 * Where the words of the heading at this position begin. The cursor goes there: a letter typed before the mark would make
 * the heading a paragraph.
 */
export function headingBegin({ doc }: EditorState, at: number): number {
  const { from, text } = doc.lineAt(at)
  return Math.max(at, from + headingMarkLength(text))
}

/** Goes to a heading of this text; returns whether it exists. */
export function goToHeading(view: EditorView, id: string): boolean {
  const { state } = view
  const place = id === '' ? 0 : headingPlaces(state).get(id)
  if (place === undefined) return false
  const at = id === '' ? 0 : headingBegin(state, place)
  view.dispatch({
    selection: { anchor: at },
    effects: [EditorView.scrollIntoView(at, { y: 'start', yMargin: 40 }), ...unfolding(state, at)],
    userEvent: 'select',
  })
  view.focus()
  return true
}
