import { syntaxTree } from '@codemirror/language'
import { type EditorState, RangeSetBuilder, StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { titleOf } from '../../../shared/markdown/title-links'
import type { Span } from '../../../shared/text/span'
import { leadsNowhere } from '../../../shared/markdown/leads-nowhere'
import { DrawnTo, type SyntaxNode, walkSyntax } from '../markdown/syntax'
import { headingId, headingOf, headingPlaces } from './heading-links'
import { addressOf } from './links'
import { drawnMarks } from '../view/drawn-marks'

/** Knowledge about the titles in links. */
export interface TitleKnowledge {
  /** Resolves to the titles that no document has; `undefined` if this could not be found out. */
  readonly missingTitles: (titles: readonly string[]) => Promise<readonly string[] | undefined>
  /** Calls the listener when documents are created, deleted or renamed; returns a function that stops this. */
  readonly titlesChanged: (listener: () => void) => () => void
}

/** The pause after the last change of a link, so that a title being typed is looked up once. */
const PAUSE_MS = 400

const link = Decoration.mark({ class: 'cm-link' })
const dead = (title: string) => Decoration.mark({ class: 'cm-link-missing', attributes: { title } })
const DEAD = {
  title: dead('No document has this title'),
  heading: dead('No heading has these words'),
  path: dead('No document is there'),
} as const
const answered = StateEffect.define()

/**
 * Renders links by title as links, and links of either kind that lead nowhere as broken; only the visible ones are
 * looked up.
 */
export const titleLinkMarks = (knowledge: TitleKnowledge) =>
  ViewPlugin.define((view) => new Marks(view, knowledge), { decorations: ({ decorations }) => decorations })

class Marks implements PluginValue {
  decorations: DecorationSet
  private links: DecorationSet
  /** The answer for each title, until titles change. */
  private readonly isMissing = new Map<string, boolean>()
  /** The headings of the text when it was last examined. */
  private headings: ReadonlyMap<string, number> | undefined
  private isHeadingStale = false
  private isStale = false
  private isOver = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly stopListening: () => void
  private readonly drawnTo: DrawnTo

  constructor(
    private readonly view: EditorView,
    private readonly knowledge: TitleKnowledge,
  ) {
    this.drawnTo = new DrawnTo(view)
    this.links = this.marksOfLinks()
    this.decorations = this.drawn()
    this.stopListening = knowledge.titlesChanged(() => {
      this.isStale = true
      this.timer ??= setTimeout(this.ask, PAUSE_MS)
    })
  }

  update(update: ViewUpdate): void {
    const { transactions, docChanged, viewportChanged, startState, state, changes } = update
    const isAnswered = transactions.some(({ effects }) => effects.some((one) => one.is(answered)))
    if (docChanged && this.headings !== undefined) {
      this.isHeadingStale = true
      this.askSoon()
    }
    if (this.drawnTo.isAheadOfParse(update)) this.links = this.links.map(changes)
    else if (isAnswered || docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
      this.links = this.marksOfLinks()
    this.decorations = this.drawn()
  }

  destroy(): void {
    this.isOver = true
    clearTimeout(this.timer)
    this.stopListening()
  }

  private marksOfLinks(): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>()
    for (const { from, to, leads } of linksInView(this.view)) {
      const mark = this.markOf(leads)
      if (mark !== undefined) builder.add(from, to, mark)
    }
    return builder.finish()
  }

  private drawn(): DecorationSet {
    return drawnMarks(this.view, this.links, [this.view.state.selection.main.head])
  }

  /** The mark of a link; none if the preview styles the link itself. */
  private markOf(leads: Leads): Decoration | undefined {
    if (leads.kind === 'path') return DEAD.path
    if (leads.kind === 'heading') {
      if (this.headings === undefined) this.askSoon()
      const isDead = leads.id !== '' && this.headings?.has(leads.id) === false
      return isDead ? DEAD.heading : leads.isWiki ? link : undefined
    }
    const { title } = leads
    if (title !== '' && !this.isMissing.has(title)) this.askSoon()
    return this.isMissing.get(title) === true ? DEAD.title : link
  }

  private askSoon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(this.ask, PAUSE_MS)
  }

  private readonly ask = async (): Promise<void> => {
    this.timer = undefined
    const isNewHeading = this.lookAtHeadings()
    const { isStale } = this
    const titles = this.titlesInView().filter((title) => isStale || !this.isMissing.has(title))
    this.isStale = false
    const gone = titles.length === 0 ? [] : await this.knowledge.missingTitles(titles)
    if (this.isOver) return
    if (gone === undefined) return void (isNewHeading && this.view.dispatch({ effects: answered.of(null) }))
    const isNews = titles.some((title) => this.isMissing.get(title) !== gone.includes(title))
    if (isStale) this.isMissing.clear()
    for (const title of titles) this.isMissing.set(title, gone.includes(title))
    if (isNews || isNewHeading) this.view.dispatch({ effects: answered.of(null) })
  }

  /** Examines the headings; returns whether the appearance of a link may have changed. */
  private lookAtHeadings(): boolean {
    const isLinked = linksInView(this.view).some(({ leads }) => leads.kind === 'heading')
    if (isLinked && this.headings !== undefined && !this.isHeadingStale) return false
    const before = this.headings
    this.headings = isLinked ? headingPlaces(this.view.state) : undefined
    this.isHeadingStale = false
    return isLinked && [...(before?.keys() ?? [])].join('\n') !== [...this.headings!.keys()].join('\n')
  }

  private titlesInView(): readonly string[] {
    const titles = linksInView(this.view).flatMap(({ leads }) => (leads.kind === 'title' ? leads.title : []))
    return [...new Set(titles.filter((title) => title !== ''))]
  }
}

/** The target of a link within the library. */
type Leads =
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'heading'; readonly id: string; readonly isWiki: boolean }
  /** A path leads nowhere, because no document has one. */
  | { readonly kind: 'path' }

/** The visible links by title, and the visible links by address that lead to a heading or nowhere. */
function linksInView({ state, visibleRanges }: EditorView): readonly (Span & { readonly leads: Leads })[] {
  const links: (Span & { readonly leads: Leads })[] = []
  for (const visible of visibleRanges)
    walkSyntax(state, visible.from, visible.to, ({ name, from, to, node }) => {
      if (!LINKS.has(name) || from < (links.at(-1)?.to ?? 0)) return
      const leads = name === 'Link' ? byAddress(state, node) : byTitle(state, node)
      if (leads !== undefined) links.push({ from, to, leads })
    })
  return links
}

const LINKS: ReadonlySet<string> = new Set(['WikiLink', 'WikiImage', 'Link'])

function byTitle(state: EditorState, node: SyntaxNode): Leads {
  const target = node.getChild('WikiTarget')
  const words = target === null ? '' : state.sliceDoc(target.from, target.to)
  const id = titleOf(words) === '' ? headingOf(words) : undefined
  return id === undefined ? { kind: 'title', title: titleOf(words) } : { kind: 'heading', id, isWiki: true }
}

function byAddress(state: EditorState, node: SyntaxNode): Leads | undefined {
  const url = node.getChild('URL')
  if (url === null) return undefined
  const address = addressOf(state, url)
  const id = headingId(address)
  if (id !== undefined) return { kind: 'heading', id, isWiki: false }
  return leadsNowhere(address) ? { kind: 'path' } : undefined
}
