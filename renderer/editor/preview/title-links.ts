import { autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete'
import { Prec, type EditorState } from '@codemirror/state'
import { type Command, EditorView, keymap, tooltips } from '@codemirror/view'
import { nameInLinks, titleOf } from '../../../shared/markdown/title-links'
import { slashCommands, slashKeys } from '../input/slash-commands'
import { CODE_BLOCKS, askAround, isWithin, type SyntaxNode } from '../markdown/syntax'
import { headingOf } from './heading-links'
import { follow, linkAt, type OpenLink } from './links'
import { titleLinkMarks, type TitleKnowledge } from './title-link-marks'

/** Links between documents: `[[Title]]`, `[[Title#Heading]]`, `[[Title|other words]]`. */
export interface TitleLinks extends TitleKnowledge {
  /** Titles that go with what is typed, the likeliest first. */
  readonly titles: (typed: string) => Promise<readonly string[]>
  readonly openTitle: (title: string) => void
  readonly openLink: OpenLink
}

const BEGUN = /\[\[[^\][|#\n]*/

/** Titles are offered after `[[`, commands after `/`; a click with Ctrl or Cmd opens the document. */
export const titleLinks = ({ titles, openTitle, openLink, ...knowledge }: TitleLinks) => [
  autocompletion({
    icons: false,
    // Enter right behind the letters that leave one choice means that choice.
    interactionDelay: 0,
    override: [(context) => offered(context, titles), slashCommands],
  }),
  slashKeys,
  Prec.high(keymap.of([{ key: 'Enter', run: leaveAddress }])),
  // The pane keeps its layout to itself (`document.module.css`), so that nothing in it is placed by the window; and it cuts
  // off what goes beyond it.
  tooltips({
    position: 'absolute',
    tooltipSpace: ({ dom }) => (dom.closest('[data-pane]') ?? document.body).getBoundingClientRect(),
  }),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false
      const position = view.posAtCoords({ x: event.clientX, y: event.clientY })
      const target = position === null ? undefined : targetAt(view.state, position)
      if (target === undefined) return false
      event.preventDefault()
      followTarget(view, target, { openTitle, openLink })
      return true
    },
  }),
  titleLinkMarks(knowledge),
]

async function offered(context: CompletionContext, titles: TitleLinks['titles']) {
  const begun = context.matchBefore(BEGUN)
  if (begun === null) return offeredAsAddress(context, titles)
  const found = await titles(begun.text.slice(2))
  if (context.aborted || found.length === 0) return null
  return { from: begun.from + 2, filter: false, options: [...new Set(found)].flatMap(optionOf) }
}

/** A link whose address is begun: group 1 is its words, group 2 what is typed, which may yet be a title. */
const ADDRESS_BEGUN = /\[([^\][\n]*)\]\(([^()<>\n:/#.@]+)$/
const NO_ADDRESS: ReadonlySet<string> = new Set([...CODE_BLOCKS, 'InlineCode', 'Table'])

/** The words of the link stay what is read; one by title takes its place. In a row of a table the bar in it would part cells. */
async function offeredAsAddress(context: CompletionContext, titles: TitleLinks['titles']) {
  const { state, pos } = context
  const line = state.doc.lineAt(pos)
  const begun = ADDRESS_BEGUN.exec(state.sliceDoc(Math.max(line.from, pos - ADDRESS_MOST), pos))
  if (begun === null || state.sliceDoc(pos, pos + 1) !== ')' || isWithin(state, pos, NO_ADDRESS)) return null
  const [whole, words = '', typed = ''] = begun
  const found = await titles(typed)
  if (context.aborted || found.length === 0) return null
  const options = [...new Set(found)].flatMap((title): readonly Completion[] => {
    const name = nameInLinks(title)
    const link = words.trim() === '' || words.trim() === name ? `[[${name}]]` : `[[${name}|${words}]]`
    const apply = (view: EditorView, _: Completion, from: number, to: number) =>
      view.dispatch({
        changes: { from: from - (whole.length - typed.length), to: to + 1, insert: link },
        selection: { anchor: from - (whole.length - typed.length) + link.length },
        userEvent: 'input.complete',
      })
    return name === '' ? [] : [{ label: title, apply }]
  })
  return { from: pos - typed.length, filter: false, options }
}

/** As long a link as is looked at. */
const ADDRESS_MOST = 2_000

/** Enter behind an address leads behind its link, where a line break would end the link. */
const leaveAddress: Command = ({ state, dispatch }) => {
  const { head, empty } = state.selection.main
  const line = state.doc.lineAt(head)
  const before = state.sliceDoc(Math.max(line.from, head - ADDRESS_MOST), head)
  const isInAddress = /\[[^\][\n]*\]\([^()\s]*$/.test(before) && state.sliceDoc(head, head + 1) === ')'
  if (!empty || !isInAddress || state.readOnly || isWithin(state, head, CODE)) return false
  dispatch({ selection: { anchor: head + 1 }, userEvent: 'select' })
  return true
}

const CODE: ReadonlySet<string> = new Set([...CODE_BLOCKS, 'InlineCode'])

/** None for a title that no link can name. */
function optionOf(title: string): readonly Completion[] {
  const name = nameInLinks(title)
  const apply = (view: EditorView, _: Completion, from: number, to: number) => {
    const isClosed = view.state.sliceDoc(to, to + 2) === ']]'
    view.dispatch({
      changes: { from, to, insert: isClosed ? name : `${name}]]` },
      selection: { anchor: from + name.length + 2 },
      userEvent: 'input.complete',
    })
  }
  return name === '' ? [] : [{ label: title, apply }]
}

/** Opens the link that the cursor is in, of either kind. */
export const followLink =
  (open: Opens): Command =>
  (view) => {
    const { head } = view.state.selection.main
    const target = targetAt(view.state, head)
    const url = target === undefined ? linkAt(view.state, head) : undefined
    if (target !== undefined) followTarget(view, target, open)
    else if (url !== undefined) follow(view, url, open.openLink)
    return target !== undefined || url !== undefined
  }

type Opens = Pick<TitleLinks, 'openTitle' | 'openLink'>

/** Without a title it means a heading of this text. */
function followTarget(view: EditorView, target: string, { openTitle, openLink }: Opens): void {
  const heading = titleOf(target) === '' ? headingOf(target) : undefined
  if (heading === undefined) openTitle(titleOf(target))
  else follow(view, `#${heading}`, openLink)
}

/** What the link by title at a position of the text names. */
function targetAt(state: EditorState, position: number): string | undefined {
  const target = askAround(state, position, 1, targetOf) ?? askAround(state, position, -1, targetOf)
  return target === null ? undefined : state.sliceDoc(target.from, target.to)
}

const targetOf = (node: SyntaxNode): SyntaxNode | null =>
  node.name === 'WikiLink' || node.name === 'WikiImage' ? node.getChild('WikiTarget') : null
