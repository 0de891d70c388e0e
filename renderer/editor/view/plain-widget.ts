import { WidgetType } from '@codemirror/view'

interface Look {
  readonly words?: string
  readonly tag?: 'span' | 'del'
  /** Read out by screen readers, and shown as a tooltip. */
  readonly label?: string
  /** Whether it is hidden from screen readers. */
  readonly isSilent?: boolean
  /** Whether a click on it counts as a click on the text. */
  readonly isText?: boolean
}

/** A passive element in a text, rendered again only if it looks different. */
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
