import type { CM5EditorInterface } from '@replit/codemirror-vim'
import { EditorSelection } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/**
 * Makes Vim measure the screen by the element that scrolls the text together with its title, instead of CodeMirror's
 * own scroller.
 */
export function fitToScreen(cm: CM5EditorInterface, view: EditorView): void {
  const scroller = () => view.dom.closest('[data-scroller]') ?? view.scrollDOM
  const hidden = () => scroller().getBoundingClientRect().top - view.contentDOM.getBoundingClientRect().top
  cm.getScrollInfo = () => {
    const { clientHeight, clientWidth } = scroller()
    const { scrollHeight: height, scrollWidth: width } = view.contentDOM
    return { left: 0, top: hidden(), height, width, clientHeight, clientWidth }
  }
  cm.scrollTo = (_x, y) => {
    if (typeof y === 'number') scroller().scrollTop += y - hidden()
  }
  const byLine = cm.findPosV.bind(cm)
  cm.findPosV = (start, amount, unit, goalColumn) => {
    if (unit !== 'page') return byLine(start, amount, unit, goalColumn)
    let range = EditorSelection.cursor(cm.indexFromPos(start), 1)
    for (let left = Math.abs(amount); left > 0; left--)
      range = view.moveVertically(range, amount > 0, scroller().clientHeight)
    return cm.posFromIndex(range.head)
  }
}
