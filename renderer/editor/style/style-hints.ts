import { syntaxTree } from '@codemirror/language'
import { RangeSet, StateEffect, type Extension, type Range } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view'
import { WORD_LENGTH_MAX, type StyleKind } from '../../../shared/ipc/settings-bounds'
import type { Span } from '../../../shared/text/span'
import { QUOTATION_STYLES } from '../input/quotation-marks'
import { languageOf, type SmartTyping } from '../input/smart-typing'
import { walkSyntax } from '../markdown/syntax'
import { spansWithoutProse } from '../spelling/skipped'
import { ignoredWords } from '../spelling/written-words'
import { MASK, type StyleHint } from './hints'
import { askStyle } from './style-asking'

export interface StyleSettings extends SmartTyping {
  readonly styleHints: readonly StyleKind[]
  /** The languages that the writer has chosen: `de-CH` rather than `de`. */
  readonly languages: readonly string[]
}

/** A hint in the text, with the text as written. */
export interface FoundHint extends StyleHint {
  readonly written: string
}

/** The pause after the last key, because a writer does not want to be judged during typing. */
const PAUSE_MS = 700
/** A longer paragraph is data. */
const PARAGRAPH_MAX = 20_000
/** The known languages; the words of a paragraph decide between them. */
const KNOWN = ['en', 'de', 'fr']
const PROSE: ReadonlySet<string> = new Set(['Paragraph', 'Task'])

const marked = StateEffect.define<DecorationSet>()

/**
 * Marks places at which a careful reader may stumble, only on screen, in idle periods and in a worker of the window.
 */
export const styleHints = (settings: StyleSettings): Extension =>
  settings.styleHints.length === 0 ? [] : [plugin.of(settings), hintStyle]

const plugin = ViewPlugin.define<StyleMarks, StyleSettings>(
  (view, settings) => new StyleMarks(view, settings),
  {
    decorations: ({ marks }) => marks,
  },
)

class StyleMarks implements PluginValue {
  marks: DecorationSet = Decoration.none
  private timer: ReturnType<typeof setTimeout> | undefined
  private isOver = false

  constructor(
    private readonly view: EditorView,
    private readonly settings: StyleSettings,
  ) {
    this.soon()
  }

  update(update: ViewUpdate): void {
    const { docChanged, viewportChanged, startState, state, transactions } = update
    if (docChanged) this.marks = this.marks.map(update.changes)
    for (const { effects } of transactions)
      for (const effect of effects) if (effect.is(marked)) this.marks = effect.value
    if (
      docChanged ||
      viewportChanged ||
      syntaxTree(startState) !== syntaxTree(state) ||
      startState.facet(ignoredWords) !== state.facet(ignoredWords)
    )
      this.soon()
  }

  destroy(): void {
    this.isOver = true
    clearTimeout(this.timer)
  }

  private soon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => requestIdleCallback(() => void this.look(), { timeout: 500 }), PAUSE_MS)
  }

  private async look(): Promise<void> {
    const { view } = this
    if (this.isOver) return
    if (view.composing) return this.soon()
    const { state } = view
    const answers = await Promise.all(
      paragraphsOf(view).map(async ({ from, to }) => ({ from, hints: await this.ask(from, to) })),
    )
    // Text that has changed meanwhile is examined after the next pause.
    if (this.isOver || view.state.doc !== state.doc) return
    const ignored = view.state.facet(ignoredWords)
    const ranges = answers.flatMap(({ from, hints }) =>
      hints.flatMap((hint): readonly Range<Decoration>[] => {
        const found = { ...hint, from: from + hint.from, to: from + hint.to }
        return ignored.has(ignoredAs({ ...found, written: view.state.sliceDoc(found.from, found.to) }))
          ? []
          : [markOf(hint).range(found.from, found.to)]
      }),
    )
    view.dispatch({ effects: marked.of(RangeSet.of(ranges, true)) })
  }

  private ask(from: number, to: number): Promise<readonly StyleHint[]> {
    const { state } = this.view
    const { languages, quotationMarks, styleHints: kinds } = this.settings
    const own = languageOf(state)
    const quotes =
      quotationMarks === 'typed' || quotationMarks === 'language'
        ? {}
        : { quotes: QUOTATION_STYLES[quotationMarks] }
    let text = state.sliceDoc(from, to)
    for (const span of spansWithoutProse(state, from, to)) {
      const [begin, end] = [Math.max(span.from, from) - from, Math.min(span.to, to) - from]
      text = text.slice(0, begin) + MASK.repeat(end - begin) + text.slice(end)
    }
    text = text.replace(/\n[ \t>]+/g, (marks) => `\n${' '.repeat(marks.length - 1)}`)
    return askStyle({
      text,
      kinds,
      languages: own === undefined ? [...languages, ...KNOWN] : [own],
      ...quotes,
    })
  }
}

/** The paragraphs on screen. */
function paragraphsOf({ state, visibleRanges }: EditorView): readonly Span[] {
  const found: Span[] = []
  for (const visible of visibleRanges)
    walkSyntax(state, visible.from, visible.to, ({ name, from, to }) => {
      if (PROSE.has(name) && from >= (found.at(-1)?.to ?? 0) && to - from <= PARAGRAPH_MAX)
        found.push({ from, to })
    })
  return found
}

const markOf = (hint: StyleHint): Decoration =>
  Decoration.mark({ class: 'cm-style-hint', attributes: { 'data-style': hint.kind }, hint })

/** The hint at a position of the text. */
export function styleHintAt(view: EditorView, at: number): FoundHint | undefined {
  let found: FoundHint | undefined
  view.plugin(plugin)?.marks.between(at, at, (from, to, { spec }) => {
    const hint = spec['hint'] as StyleHint
    found = { ...hint, from, to, written: view.state.sliceDoc(from, to) }
    // The innermost hint comes last.
  })
  return found
}

/** The key of a hint among the words ignored in a document; no word contains a colon. */
export const ignoredAs = ({ kind, written }: FoundHint): string =>
  `${kind}:${written.toLowerCase()}`.slice(0, WORD_LENGTH_MAX)

const hintStyle = EditorView.theme({
  '.cm-style-hint': {
    textDecoration: 'underline dotted 1.5px',
    textDecorationColor: 'color-mix(in srgb, var(--accent) 65%, transparent)',
    textUnderlineOffset: '4px',
  },
})
