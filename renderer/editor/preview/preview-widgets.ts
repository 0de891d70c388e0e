import { Decoration, WidgetType, type EditorView } from '@codemirror/view'

class Bullet extends WidgetType {
  constructor(private readonly name: string) {
    super()
  }
  override eq(other: Bullet): boolean {
    return other.name === this.name
  }
  toDOM(): HTMLElement {
    const bullet = document.createElement('span')
    bullet.className = this.name
    bullet.setAttribute('aria-hidden', 'true')
    return bullet
  }
}

class Rule extends WidgetType {
  override eq(): boolean {
    return true
  }
  toDOM(): HTMLElement {
    const rule = document.createElement('span')
    rule.className = 'cm-rule'
    return rule
  }
}

/** Ticking writes one character, as an ordinary change that can be undone. */
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

class Image extends WidgetType {
  constructor(
    private readonly words: string,
    private readonly isSelected: boolean,
  ) {
    super()
  }
  override eq(other: Image): boolean {
    return other.words === this.words && other.isSelected === this.isSelected
  }
  toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = this.isSelected ? 'cm-image cm-image-selected' : 'cm-image'
    chip.textContent = this.words.trim() === '' ? 'Image' : this.words
    return chip
  }
  override ignoreEvent(): boolean {
    return false
  }
}

export const bulletWidget = Decoration.replace({ widget: new Bullet('cm-bullet') })
/** Stands before the edge of a quotation, or of code. */
export const leadingBullet = Decoration.replace({ widget: new Bullet('cm-bullet cm-leading') })
export const ruleWidget = Decoration.replace({ widget: new Rule() })
const ticked = Decoration.replace({ widget: new Checkbox(true) })
const unticked = Decoration.replace({ widget: new Checkbox(false) })
export const checkboxWidget = (checked: boolean): Decoration => (checked ? ticked : unticked)

/** Stands for `![alternative text](address)`. */
export const imageWidget = (words: string, isSelected: boolean): Decoration =>
  Decoration.replace({ widget: new Image(words, isSelected) })

export const isImageWidget = ({ spec }: Decoration): boolean => spec.widget instanceof Image
