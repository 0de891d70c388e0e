import { WidgetType } from '@codemirror/view'

interface Look {
  readonly words?: string
  readonly tag?: 'span' | 'del'
  /** Said by a screen reader, and shown under a pointer at rest. */
  readonly label?: string
  /** No screen reader is told of it. */
  readonly isSilent?: boolean
  /** A press on it is one on the text. */
  readonly isText?: boolean
}

/** An element in a text that does nothing by itself; it is drawn anew only where it looks different. */
export class PlainWidget extends WidgetType {
  constructor(
    private readonly className: string,
    private readonly look: Look = {},
  ) {
    super()
  }
  override eq({ className, look }: PlainWidget): boolean {
    const { words, label } = this.look
    return className === this.className && look.words === words && look.label === label
  }
  override toDOM(): HTMLElement {
    const { words = '', tag = 'span', label, isSilent = false } = this.look
    const element = document.createElement(tag)
    element.className = this.className
    element.textContent = words
    if (label !== undefined) {
      element.title = label
      element.setAttribute('aria-label', label)
    }
    if (isSilent) element.setAttribute('aria-hidden', 'true')
    return element
  }
  override ignoreEvent(): boolean {
    return this.look.isText !== true
  }
}
