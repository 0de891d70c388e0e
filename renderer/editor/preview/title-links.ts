import {
  autocompletion,
  completionStatus,
  type Completion,
  type CompletionContext,
} from '@codemirror/autocomplete'
import { Prec, StateEffect, StateField, type EditorState } from '@codemirror/state'
import { type Command, EditorView, keymap, tooltips } from '@codemirror/view'
import { nameInLinks, titleOf } from '../../../shared/markdown/title-links'
import type { Span } from '../../../shared/text/span'
import { slashCommands, slashKeys } from '../input/slash-commands'
import { CODE, askAround, isWithin, type SyntaxNode } from '../markdown/syntax'
import { headingOf } from './heading-links'
import { follow, linkAt, type OpenLink } from './links'
import { titleLinkMarks, type TitleKnowledge } from './title-link-marks'

/** Links between documents: `[[Title]]`, `[[Title#Heading]]`, `[[Title|other words]]`. */
export interface TitleLinks extends TitleKnowledge {
  /** Titles that match the typed text, the most likely first. */
  readonly titles: (typed: string) => Promise<readonly string[]>
  /** Opens the document with this title, at the heading with this id if one is given. */
  readonly openTitle: (title: string, heading?: string) => void
  readonly openLink: OpenLink
}

const BEGUN = /\[\[[^\][|#\n]*/

/** Offers titles after `[[` and commands after `/`; a click with Ctrl or Cmd opens the document. */
export const titleLinks = ({ titles, openTitle, openLink, ...knowledge }: TitleLinks) => [
  autocompletion({
    icons: false,
    // Enter directly after letters that leave one choice takes that choice.
    interactionDelay: 0,
    override: [(context) => offered(context, titles), slashCommands],
  }),
  slashKeys,
  awaited,
  Prec.high(keymap.of([{ key: 'Enter', run: leaveTitle(titles) }])),
  // The pane's layout is contained (`document.module.css`), so that the window positions nothing inside it, and it
  // clips what extends beyond it.
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

/**
 * Matches a link whose address is unfinished: group 1 is its words, group 2 the typed text, which may become a title.
 */
const ADDRESS_BEGUN = /\[([^\][\n]*)\]\(([^()<>\n:/#.@]+)$/
const NO_ADDRESS: ReadonlySet<string> = new Set([...CODE, 'Table'])

/**
 * Completes an address with a title: the words of the link stay visible, and a link by title replaces the link. Not in
 * a table row, where the bar of such a link would split the cell.
 */
async function offeredAsAddress(context: CompletionContext, titles: TitleLinks['titles']) {
  const { state, pos } = context
  const line = state.doc.lineAt(pos)
  const begun = ADDRESS_BEGUN.exec(state.sliceDoc(Math.max(line.from, pos - ADDRESS_MAX), pos))
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

/** The maximum length of a link that is examined. */
const ADDRESS_MAX = 2_000

const titleAwaited = StateEffect.define<Span | undefined>()

/** The typed part of a title whose list has not arrived yet. */
const awaited = StateField.define<Span | undefined>({
  create: () => undefined,
  update(span, { changes, effects }) {
    const next = effects.find((effect) => effect.is(titleAwaited))
    if (next !== undefined) return next.value
    return span && { from: changes.mapPos(span.from, -1), to: changes.mapPos(span.to, 1) }
  },
})

/**
 * Enter inside `[[…]]` goes after the link, because a line break would end it. While titles are being looked up, the
 * first of them replaces the typed text as soon as it arrives.
 */
const leaveTitle =
  (titles: TitleLinks['titles']): Command =>
  (view) => {
    const { state } = view
    const { head, empty } = state.selection.main
    const status = completionStatus(state)
    if (!empty || state.readOnly || status === 'active' || isWithin(state, head, CODE)) return false
    const { from: start } = state.doc.lineAt(head)
    const typed = /\[\[([^\][|#\n]*)$/.exec(state.sliceDoc(Math.max(start, head - ADDRESS_MAX), head))?.[1]
    const isClosed = state.sliceDoc(head, head + 2) === ']]'
    if (typed === undefined || typed.trim() === '' || (!isClosed && status !== 'pending')) return false
    view.dispatch({
      ...(!isClosed && { changes: { from: head, insert: ']]' } }),
      selection: { anchor: head + 2 },
      effects: titleAwaited.of(status === 'pending' ? { from: head - typed.length, to: head } : undefined),
      userEvent: 'input.complete',
    })
    if (status === 'pending') void titles(typed).then((found) => takeAwaited(view, typed, found))
    return true
  }

function takeAwaited(view: EditorView, typed: string, found: readonly string[]): void {
  const span = view.state.field(awaited)
  const name = found.map(nameInLinks).find((one) => one !== '')
  if (span === undefined || view.state.sliceDoc(span.from, span.to) !== typed) return
  view.dispatch({
    ...(name !== undefined && { changes: { ...span, insert: name } }),
    effects: titleAwaited.of(undefined),
    userEvent: 'input.complete',
  })
}

/** The completion for a title; none for a title that no link can name. */
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

/** A link in the text, of either kind. */
export interface FoundLink {
  /** The address, or the text in the brackets, as a writer would insert it into a text. */
  readonly written: string
  readonly follow: () => void
}

/** The link at a position of the text. */
export function linkFound(view: EditorView, position: number | null, open: Opens): FoundLink | undefined {
  if (position === null) return undefined
  const target = targetAt(view.state, position)
  if (target !== undefined)
    return { written: `[[${target}]]`, follow: () => followTarget(view, target, open) }
  const url = linkAt(view.state, position)
  return url === undefined ? undefined : { written: url, follow: () => follow(view, url, open.openLink) }
}

/** Opens the link at the cursor. */
export const followLink =
  (open: Opens): Command =>
  (view) => {
    const link = linkFound(view, view.state.selection.main.head, open)
    link?.follow()
    return link !== undefined
  }

type Opens = Pick<TitleLinks, 'openTitle' | 'openLink'>

/** Follows the target of a link by title; without a title it names a heading of this text. */
function followTarget(view: EditorView, target: string, { openTitle, openLink }: Opens): void {
  const heading = headingOf(target)
  if (titleOf(target) === '' && heading !== undefined) follow(view, `#${heading}`, openLink)
  else openTitle(titleOf(target), heading)
}

/** The target of the link by title at a position. */
function targetAt(state: EditorState, position: number): string | undefined {
  const target = askAround(state, position, 1, targetOf) ?? askAround(state, position, -1, targetOf)
  return target === null ? undefined : state.sliceDoc(target.from, target.to)
}

const targetOf = (node: SyntaxNode): SyntaxNode | null =>
  node.name === 'WikiLink' || node.name === 'WikiImage' ? node.getChild('WikiTarget') : null
