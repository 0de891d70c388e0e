import { Decoration, WidgetType, type EditorView } from '@codemirror/view'
import { BULLETS } from '../../../shared/markdown/bullets'
import { PlainWidget } from '../view/plain-widget'

/** A check box of a task. Ticking it changes one character, as an ordinary change that can be undone. */
class Checkbox extends WidgetType {
  constructor(private readonly checked: boolean) {
    super()
  }
  override eq(other: Checkbox): boolean {
    return other.checked === this.checked
  }
  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.className = 'cm-checkbox'
    box.checked = this.checked
    box.tabIndex = -1
    box.setAttribute('aria-label', this.checked ? 'Done' : 'To do')
    box.addEventListener('mousedown', (event) => event.preventDefault())
    box.addEventListener('click', (event) => {
      event.preventDefault()
      if (view.state.readOnly) return
      const from = view.posAtDOM(box) + 1
      view.dispatch({ changes: { from, to: from + 1, insert: this.checked ? ' ' : 'x' }, userEvent: 'input' })
    })
    return box
  }
  override ignoreEvent(): boolean {
    return true
  }
}

const bullets = BULLETS.map((_sign, level) =>
  Decoration.replace({ widget: new PlainWidget(`cm-bullet cm-bullet-${level}`, { isSilent: true }) }),
)
/** `level`: the number of lists around the list of the item. */
export const bulletWidget = (level: number): Decoration => bullets[Math.min(level, bullets.length - 1)]!
/** A break in a cell: in place of its tag, or after the tag that is shown. */
const cellBreak = new PlainWidget('cm-cell-break')
export const breakInstead = Decoration.replace({ widget: cellBreak })
export const breakAfter = Decoration.widget({ widget: cellBreak, side: -1 })
export const ruleWidget = Decoration.replace({ widget: new PlainWidget('cm-rule') })
const ticked = Decoration.replace({ widget: new Checkbox(true) })
const unticked = Decoration.replace({ widget: new Checkbox(false) })
export const checkboxWidget = (checked: boolean): Decoration => (checked ? ticked : unticked)

/** The widget in place of `![alternative text](address)`. */
export const imageWidget = (alt: string, isSelected: boolean): Decoration =>
  Decoration.replace({
    widget: new PlainWidget(isSelected ? 'cm-image cm-image-selected' : 'cm-image', {
      words: alt.trim() === '' ? 'Image' : alt,
      isText: true,
    }),
    isImage: true,
  })

export const isImageWidget = ({ spec }: Decoration): boolean => spec.isImage === true
