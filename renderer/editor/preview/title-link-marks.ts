import { syntaxTree } from '@codemirror/language'
import { RangeSetBuilder, StateEffect } from '@codemirror/state'
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
import { DrawnTo, walkSyntax } from '../markdown/syntax'
import { drawnMarks } from '../view/drawn-marks'

/** What is known about the titles that links name. */
export interface TitleKnowledge {
  /** Which of them no document has; `undefined`: that could not be found out. */
  readonly missingTitles: (titles: readonly string[]) => Promise<readonly string[] | undefined>
  /** Told when documents came, went or were renamed; returns the function that stops that. */
  readonly titlesChanged: (listener: () => void) => () => void
}

/** So long after the last change of a link: a title that is being typed is asked for once. */
const PAUSE_MS = 400
/** As many, and as long, as one question may hold. */
const TITLES_MOST = 500
const TITLE_MOST = 500

const link = Decoration.mark({ class: 'cm-link' })
const missing = Decoration.mark({
  class: 'cm-link-missing',
  attributes: { title: 'No document has this title' },
})
const answered = StateEffect.define()

/** Links by title look like links, and those that lead nowhere look dead; only what is in view is asked for. */
export const titleLinkMarks = (knowledge: TitleKnowledge) =>
  ViewPlugin.define((view) => new Marks(view, knowledge), { decorations: ({ decorations }) => decorations })

class Marks implements PluginValue {
  decorations: DecorationSet
  private links: DecorationSet
  /** What was answered of each title, until titles change. */
  private readonly isMissing = new Map<string, boolean>()
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
    for (const { title, from, to } of titleLinksIn(this.view)) builder.add(from, to, this.markOf(title))
    return builder.finish()
  }

  private drawn(): DecorationSet {
    return drawnMarks(this.view, this.links, [this.view.state.selection.main.head])
  }

  private markOf(title: string): Decoration {
    if (isAskable(title) && !this.isMissing.has(title)) {
      clearTimeout(this.timer)
      this.timer = setTimeout(this.ask, PAUSE_MS)
    }
    return this.isMissing.get(title) === true ? missing : link
  }

  private readonly ask = async (): Promise<void> => {
    this.timer = undefined
    const { isStale } = this
    const titles = this.titlesInView().filter((title) => isStale || !this.isMissing.has(title))
    this.isStale = false
    const gone = titles.length === 0 ? [] : await this.knowledge.missingTitles(titles)
    if (this.isOver || gone === undefined) return
    const isNews = titles.some((title) => this.isMissing.get(title) !== gone.includes(title))
    if (isStale) this.isMissing.clear()
    for (const title of titles) this.isMissing.set(title, gone.includes(title))
    if (isNews) this.view.dispatch({ effects: answered.of(null) })
  }

  private titlesInView(): readonly string[] {
    const titles = titleLinksIn(this.view).map(({ title }) => title)
    return [...new Set(titles.filter(isAskable))].slice(0, TITLES_MOST)
  }
}

/** The links by title that are drawn, and the titles that they name. */
function titleLinksIn({ state, visibleRanges }: EditorView): readonly (Span & { readonly title: string })[] {
  const links: (Span & { readonly title: string })[] = []
  for (const visible of visibleRanges)
    walkSyntax(state, visible.from, visible.to, ({ name, from, to, node }) => {
      if ((name !== 'WikiLink' && name !== 'WikiImage') || from < (links.at(-1)?.to ?? 0)) return
      const target = node.getChild('WikiTarget')
      links.push({ from, to, title: target === null ? '' : titleOf(state.sliceDoc(target.from, target.to)) })
    })
  return links
}

const isAskable = (title: string): boolean => title !== '' && title.length <= TITLE_MOST
