import { EditorView, type Command } from '@codemirror/view'
import { canHaveWidth, imageAt, IMAGE_WIDTH_MIN, selectedImage, widthOf, withWidth } from '../markdown/images'
import { textButton } from '../view/text-button'

/** The corner of an image, which is dragged to change its width; there are commands for the keyboard. */
export function cornerOf(view: EditorView, frame: HTMLElement, box: HTMLElement): HTMLElement {
  const corner = textButton('cm-picture-corner', '', 'Drag to set the width', () => {})
  corner.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    const before = box.style.width
    const startWidth = box.getBoundingClientRect().width
    const side = getComputedStyle(box).direction === 'rtl' ? -1 : 1
    let share: number | undefined
    const move = ({ clientX }: PointerEvent) => {
      const wanted = ((startWidth + side * (clientX - event.clientX)) / frame.clientWidth) * 100
      share = Math.round(Math.min(100, Math.max(IMAGE_WIDTH_MIN, wanted)))
      box.style.width = `${share}%`
      corner.dataset['share'] = `${share} %`
    }
    const end = (isWanted: boolean) => () => {
      listening.abort()
      delete corner.dataset['share']
      box.style.width = before
      if (before === '') box.removeAttribute('style')
      const image = isWanted && share !== undefined && imageAt(view.state, view.posAtDOM(frame), -1)
      if (image) view.dispatch(withWidth(image, share))
      view.focus()
    }
    const listening = new AbortController()
    const { signal } = listening
    corner.setPointerCapture(event.pointerId)
    corner.addEventListener('pointermove', move, { signal })
    corner.addEventListener('pointerup', end(true), { signal })
    corner.addEventListener('pointercancel', end(false), { signal })
    const escape = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.preventDefault()
      key.stopPropagation()
      end(false)()
    }
    window.addEventListener('keydown', escape, { capture: true, signal })
  })
  return corner
}

const STEP = 10

/** Makes the selected image one step wider or narrower than it is shown; 0 restores its own width. */
export const changeWidth =
  (steps: 1 | -1 | 0): Command =>
  (view) => {
    const image = selectedImage(view.state)
    if (image === undefined || !canHaveWidth(view.state, image)) return false
    const now = widthOf(view.state, image) ?? shownWidth(view)
    const next = (steps > 0 ? Math.floor(now / STEP) : Math.ceil(now / STEP)) * STEP + steps * STEP
    view.dispatch(withWidth(image, steps === 0 ? undefined : Math.max(STEP, next)))
    return true
  }

function shownWidth({ contentDOM }: EditorView): number {
  const box = contentDOM.querySelector('.cm-picture[data-selected] .cm-picture-box')
  const [width, room] = [box?.clientWidth ?? 0, box?.parentElement?.clientWidth ?? 0]
  return width > 0 && room > 0 ? Math.round((width / room) * 100) : 100
}

export const cornerStyle = EditorView.baseTheme({
  '.cm-picture-corner': {
    display: 'none',
    position: 'absolute',
    insetBlockEnd: '-5px',
    insetInlineEnd: '-5px',
    width: '14px',
    height: '14px',
    border: '2px solid var(--paper)',
    borderRadius: '50%',
    background: 'var(--accent)',
    cursor: 'nwse-resize',
    touchAction: 'none',
  },
  '.cm-picture-corner:dir(rtl)': { cursor: 'nesw-resize' },
  '.cm-picture:is(:hover, [data-selected]):not([data-fixed], [data-missing]) .cm-picture-corner': {
    display: 'block',
  },
  '.cm-picture-corner[data-share]::after': {
    content: 'attr(data-share)',
    position: 'absolute',
    insetBlockEnd: '16px',
    insetInlineEnd: '16px',
    padding: '0 8px',
    borderRadius: 'var(--radius)',
    background: 'var(--raised)',
    boxShadow: 'var(--shadow)',
    font: '400 12px/22px var(--sans)',
    color: 'var(--ink)',
    whiteSpace: 'nowrap',
  },
})
