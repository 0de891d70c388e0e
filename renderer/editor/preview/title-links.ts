import { autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete'
import type { EditorState } from '@codemirror/state'
import { type Command, EditorView, tooltips } from '@codemirror/view'
import { nameInLinks, titleOf } from '../../../shared/markdown/title-links'
import { slashCommands, slashKeys } from '../input/slash-commands'
import { askAround, type SyntaxNode } from '../markdown/syntax'
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
  if (begun === null) return null
  const found = await titles(begun.text.slice(2))
  if (context.aborted || found.length === 0) return null
  return { from: begun.from + 2, filter: false, options: [...new Set(found)].flatMap(optionOf) }
}

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
