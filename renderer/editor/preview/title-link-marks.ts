import { StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { TITLE_LINK } from '../../../shared/markdown/title-links'
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
  private readonly decorator = new MatchDecorator({
    regexp: TITLE_LINK,
    decoration: ([, title = '']) => this.markOf(title.trim()),
  })

  constructor(
    private readonly view: EditorView,
    private readonly knowledge: TitleKnowledge,
  ) {
    this.links = this.decorator.createDeco(view)
    this.decorations = this.drawn()
    this.stopListening = knowledge.titlesChanged(() => {
      this.isStale = true
      this.timer ??= setTimeout(this.ask, PAUSE_MS)
    })
  }

  update(update: ViewUpdate): void {
    const isAnswered = update.transactions.some(({ effects }) => effects.some((one) => one.is(answered)))
    this.links = isAnswered
      ? this.decorator.createDeco(update.view)
      : this.decorator.updateDeco(update, this.links)
    this.decorations = this.drawn()
  }

  destroy(): void {
    this.isOver = true
    clearTimeout(this.timer)
    this.stopListening()
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
    const titles = new Set<string>()
    for (const { from, to } of this.view.visibleRanges)
      for (const [, title = ''] of this.view.state.sliceDoc(from, to).matchAll(TITLE_LINK))
        if (isAskable(title.trim())) titles.add(title.trim())
    return [...titles].slice(0, TITLES_MOST)
  }
}

const isAskable = (title: string): boolean => title !== '' && title.length <= TITLE_MOST
