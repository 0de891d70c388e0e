import { tags } from '@lezer/highlight'
import type { LeafBlock, MarkdownConfig } from '@lezer/markdown'
import { EditorView, type Command } from '@codemirror/view'
import type { EditorState } from '@codemirror/state'
import { askAround } from './syntax'

/** A label is a word; longer ones are no label that anybody typed. */
const REFERENCE = /^\[\^([^\][\s^]{1,64})\]/
const DEFINITION = /^\[\^[^\][\s^]{1,64}\]:/

/** `[^1]` in the text, and `[^1]: …` at the beginning of a line, which CommonMark would take for links. */
export const footnotes: MarkdownConfig = {
  defineNodes: [
    { name: 'FootnoteReference', style: tags.link },
    { name: 'FootnoteDefinition', block: true },
    { name: 'FootnoteLabel', style: tags.link },
    { name: 'FootnoteMark', style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: 'FootnoteReference',
      before: 'Link',
      parse(context, next, from) {
        if (next !== OPENING) return -1
        const [whole] = REFERENCE.exec(context.slice(from, Math.min(context.end, from + LONGEST))) ?? ['']
        const to = from + whole.length
        // With an address after it, it is a link after all.
        if (whole === '' || context.char(to) === PARENTHESIS) return -1
        const marks = [context.elt('FootnoteMark', from, from + 2), context.elt('FootnoteMark', to - 1, to)]
        return context.addElement(context.elt('FootnoteReference', from, to, marks))
      },
    },
  ],
  parseBlock: [
    {
      name: 'FootnoteDefinition',
      before: 'LinkReference',
      leaf: (_context, leaf) => (DEFINITION.test(leaf.content) ? definition : null),
    },
  ],
}

const OPENING = '['.charCodeAt(0)
const PARENTHESIS = '('.charCodeAt(0)
const LONGEST = 70

/** Of one line: what follows is drawn alike, and the next definition may stand on the next line. */
const definition: NonNullable<ReturnType<NonNullable<NonNullable<MarkdownConfig['parseBlock']>[0]['leaf']>>> =
  {
    nextLine: (context, _line, leaf) => definition.finish(context, leaf),
    finish(context, leaf: LeafBlock) {
      const begin = leaf.start
      const length = DEFINITION.exec(leaf.content)?.[0].length ?? 0
      const label = context.elt('FootnoteLabel', begin, begin + length, [
        context.elt('FootnoteMark', begin, begin + 2),
        context.elt('FootnoteMark', begin + length - 2, begin + length),
      ])
      const words = context.parser.parseInline(leaf.content.slice(length), begin + length)
      const end = begin + leaf.content.length
      context.addLeafElement(leaf, context.elt('FootnoteDefinition', begin, end, [label, ...words]))
      return true
    },
  }

/** Goes from the footnote at a position of the text to its words, or from these to where it is first named. */
function goToOther(view: EditorView, position: number): boolean {
  const { state } = view
  const found = askAround(state, position, 1, kindOf) ?? askAround(state, position, -1, kindOf)
  if (found === null) return false
  const label = /[^[\]^:]+/.exec(state.sliceDoc(found.from, found.to))?.[0] ?? ''
  const at = placeOf(state, label, found.name !== 'FootnoteLabel')
  if (at === undefined) return true
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: 'center' }),
    userEvent: 'select',
  })
  view.focus()
  return true
}

const kindOf = (node: { readonly name: string; readonly from: number; readonly to: number }) =>
  node.name === 'FootnoteReference' || node.name === 'FootnoteLabel' ? node : null

/** Behind the label of the definition, or of the first reference. */
function placeOf(state: EditorState, label: string, isDefinition: boolean): number | undefined {
  const sought = `[^${label}]`
  const text = state.doc.toString()
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    const node = askAround(state, at, 1, kindOf)
    const isLabel = node === null ? text.startsWith(`${sought}:`, at) : node.name === 'FootnoteLabel'
    if (isLabel === isDefinition) return at + sought.length + (isLabel ? 1 : 0)
  }
  return undefined
}

/** Ctrl or Cmd and a click, as on a link. */
export const footnoteClicks = EditorView.domEventHandlers({
  mousedown(event, view) {
    if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
    if (position === null || !goToOther(view, position)) return false
    event.preventDefault()
    return true
  },
})

export const followFootnote: Command = (view) => goToOther(view, view.state.selection.main.head)
