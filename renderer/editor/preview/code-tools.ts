import { Facet, type EditorState } from '@codemirror/state'
import { Decoration, WidgetType, type Command, type EditorView, type Rect } from '@codemirror/view'
import { isDiagram } from '../../../shared/markdown/diagram-messages'
import { drawsDiagrams } from '../diagrams/diagram-marks'
import { codeLanguageName, codeOf, fencedCodeAt } from '../markdown/code-language'
import { textButton } from '../view/text-button'
import { wordsEnd } from '../view/words-end'

/** The actions of the window on a code block. */
export interface CodeTools {
  /** Asks for the language of the block at the cursor. */
  readonly chooseLanguage: () => void
  readonly copy: (code: string) => void
  /** Switches the rendering of diagrams on. */
  readonly drawDiagrams: () => void
}

export const codeTools = Facet.define<CodeTools, CodeTools | undefined>({ combine: ([tools]) => tools })

/** Copies the code between the fences at the cursor; false if the cursor is in no such block. */
export const copyCode: Command = (view) => copyAt(view, view.state.selection.main.head)

function copyAt({ state }: EditorView, place: number): boolean {
  const block = fencedCodeAt(state, place)
  if (block === undefined) return false
  state.facet(codeTools)?.copy(codeOf(state, block))
  return true
}

/** The widget at the end of an opening fence: the language, which can be chosen, and a copy button. */
class Tools extends WidgetType {
  constructor(
    private readonly language: string,
    private readonly offersDrawing: boolean,
  ) {
    super()
  }

  override eq(other: Tools): boolean {
    return other.language === this.language && other.offersDrawing === this.offersDrawing
  }

  toDOM(view: EditorView): HTMLElement {
    const tools = document.createElement('span')
    tools.className = 'cm-code-tools'
    const place = () => view.posAtDOM(tools)
    const language = this.language === '' ? 'Language' : codeLanguageName(this.language)
    tools.append(
      textButton(
        'cm-code-language',
        language,
        this.language === '' ? 'Language of the code' : `Language of the code: ${language}`,
        () => {
          if (view.state.readOnly) return
          const block = fencedCodeAt(view.state, place())
          const { head } = view.state.selection.main
          if (block === undefined || head < block.from || head > block.to)
            view.dispatch({ selection: { anchor: place() }, userEvent: 'select' })
          view.state.facet(codeTools)?.chooseLanguage()
        },
      ),
      ...(this.offersDrawing
        ? [
            textButton('cm-code-draw', 'Draw', 'Draw diagrams from now on', () =>
              view.state.facet(codeTools)?.drawDiagrams(),
            ),
          ]
        : []),
      textButton('cm-code-copy', 'Copy', 'Copy the code', () => copyAt(view, place())),
    )
    return tools
  }

  override coordsAt(tools: HTMLElement): Rect | null {
    return wordsEnd(tools)
  }

  override ignoreEvent(): boolean {
    return true
  }
}

export const codeToolsWidget = (state: EditorState, language: string): Decoration =>
  Decoration.widget({ widget: new Tools(language, isDiagram(language) && !drawsDiagrams(state)), side: 1 })
