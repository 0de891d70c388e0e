import { RangeSet, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet } from '@codemirror/view'
import { fileAddress } from '../file-address'
import { isSeenFirst, noteNewLink } from '../input/attachments'
import { altOf, canHaveWidth, widthOf, writesWidths } from '../markdown/images'
import { walkSyntax, type SyntaxNode } from '../markdown/syntax'
import { cornerOf, cornerStyle } from './picture-corner'
import { askMissing, DAMAGED, fileSource, neverShown, noteMissing } from './missing-pictures'
import { onScreen } from '../view/on-screen'

/** A higher picture is drawn smaller, in px. */
const HEIGHT_MAX = 480

/** Shows the library's own images under the words that stand for them; nothing is loaded from anywhere else. */
export const pictures: Extension = [
  onScreen({
    draw: picturesOf,
    isStale: ({ selectionSet, startState, state }) =>
      selectionSet ||
      startState.readOnly !== state.readOnly ||
      startState.facet(writesWidths) !== state.facet(writesWidths),
    byTree: true,
  }),
  ViewPlugin.define((view) => ({ destroy: tryAgainWhenBack(view) })),
  cornerStyle,
  EditorView.baseTheme({
    '.cm-picture': { display: 'block', padding: '6px 0', lineHeight: '0' },
    '.cm-picture-box': {
      display: 'inline-block',
      position: 'relative',
      maxWidth: '100%',
      verticalAlign: 'top',
    },
    '.cm-picture img': {
      display: 'block',
      maxWidth: '100%',
      height: 'auto',
      maxHeight: `${HEIGHT_MAX}px`,
      borderRadius: '4px',
    },
    '.cm-picture-box[style] img': { width: '100% !important', maxHeight: 'none' },
    '.cm-picture[data-selected] img': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
    // Where the source stands, it is being written; where the word stands for it, what is missing is said beside it.
    '.cm-picture[data-missing]': { display: 'none' },
    '.cm-line:has(.cm-image) .cm-picture[data-missing]': { display: 'inline', padding: '0' },
    '.cm-picture[data-missing] img': { display: 'none' },
    '.cm-picture-why': {
      marginInlineStart: '8px',
      font: '400 13px/26px var(--sans)',
      color: 'var(--soft)',
      userSelect: 'none',
    },
    '.cm-picture-why:empty': { display: 'none' },
    '.cm-picture-find': {
      marginInlineStart: '8px',
      color: 'var(--accent)',
      textDecoration: 'underline',
      cursor: 'pointer',
    },
    // Where the picture itself is shown, the word that stands for it says nothing more.
    '.cm-line:has(.cm-picture[data-shown]) .cm-image': { display: 'none' },
  }),
]

/** A picture that the service could not be asked for is asked for again after so long. */
const AWAY_MS = 10_000

interface Size {
  readonly width: number
  readonly height: number
}

/** What could not be read without a network is asked for again once a connection is back, or the files have changed. */
function tryAgainWhenBack(view: EditorView): () => void {
  const source = view.state.facet(fileSource)
  if (source === undefined) return () => {}
  const away = new Set<string>()
  const tryAgain = () => {
    for (const image of view.contentDOM.querySelectorAll<HTMLImageElement>(
      '.cm-picture[data-missing] img[src]',
    ))
      readAgain(image)
  }
  const stops = [
    source.listen('files.changed', tryAgain),
    source.listen('connection.changed', ({ id, state }) => {
      if (state !== 'online') away.add(id)
      else if (away.delete(id)) tryAgain()
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

function picturesOf(view: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = []
  const { state } = view
  if (state.facet(fileSource) === undefined) return RangeSet.empty
  for (const { from, to } of view.visibleRanges)
    walkSyntax(state, from, to, ({ name, node }) => {
      if (name !== 'Image') return
      const url = node.getChild('URL')
      // By a label: the address stands elsewhere in the text.
      const end = node.getChildren('LinkMark').at(-1)?.to ?? node.to
      if (url === null && state.sliceDoc(end - 2, end) !== '()') return
      const link = url === null ? '' : state.sliceDoc(url.from, url.to)
      const widget = new Picture(
        link,
        altIn(state, node),
        isChosen(state, node),
        widthOf(state, node),
        canHaveWidth(state, node),
      )
      // Behind the end of a cell the next one has begun.
      const side = isInCell(node) ? -1 : 1
      ranges.push(Decoration.widget({ widget, side }).range(node.to))
    })
  return RangeSet.of(ranges, true)
}

const isInCell = ({ parent }: SyntaxNode): boolean =>
  parent !== null && (parent.name === 'TableCell' || isInCell(parent))

function altIn(state: EditorState, image: SyntaxNode): string {
  const { from, to } = altOf(image)
  return state.sliceDoc(from, to)
}

const isChosen = ({ selection: { main } }: EditorState, { from, to }: SyntaxNode): boolean =>
  main.from === from && main.to === to

/** The room that a picture takes, before it is there. */
const roomFor = ({ width, height }: Size): string =>
  `width: ${Math.min(width, (HEIGHT_MAX * width) / height)}px; aspect-ratio: auto ${width} / ${height}`

/** Sizes of what was shown before, so that the text does not move when it scrolls back into view. */
const sizes = new Map<string, Size>()

class Picture extends WidgetType {
  constructor(
    /** As it stands in the text. */
    private readonly link: string,
    private readonly alt: string,
    private readonly isSelected: boolean,
    /** In per cent of the width of the text. */
    private readonly width: number | undefined,
    private readonly isWidthOpen: boolean,
  ) {
    super()
  }

  override eq(other: Picture): boolean {
    return (
      other.link === this.link &&
      other.alt === this.alt &&
      other.isSelected === this.isSelected &&
      other.width === this.width &&
      other.isWidthOpen === this.isWidthOpen
    )
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('span')
    frame.className = 'cm-picture'
    const image = document.createElement('img')
    image.draggable = false
    image.decoding = 'async'
    image.addEventListener('load', () => {
      sizes.set(image.src, { width: image.naturalWidth, height: image.naturalHeight })
      delete frame.dataset['missing']
      frame.dataset['shown'] = ''
      delete frame.dataset['again']
      note.removeAttribute('role')
      note.replaceChildren()
      view.requestMeasure()
      // One that was put into the text is as high as it is only now.
      if (isSeenFirst(frame.dataset['link'] ?? '')) frame.scrollIntoView({ block: 'nearest' })
    })
    image.addEventListener('error', () => void sayWhy(view, frame, image))
    const note = document.createElement('span')
    note.className = 'cm-picture-why'
    const box = document.createElement('span')
    box.className = 'cm-picture-box'
    box.append(image, cornerOf(view, frame, box))
    frame.append(box, note)
    this.fill(view, frame, image)
    return frame
  }

  /** The same image under its served link takes the place of the local one without a blink. */
  override updateDOM(frame: HTMLElement, view: EditorView): boolean {
    const image = frame.querySelector('img')
    if (image === null) return false
    this.fill(view, frame, image)
    return true
  }

  override ignoreEvent(event: Event): boolean {
    return event.target instanceof HTMLButtonElement
  }

  private fill(view: EditorView, frame: HTMLElement, image: HTMLImageElement): void {
    const source = view.state.facet(fileSource)
    if (source === undefined) return
    image.alt = this.alt
    noteNewLink(frame.dataset['link'] ?? '', this.link)
    frame.dataset['link'] = this.link
    frame.toggleAttribute('data-selected', this.isSelected)
    frame.toggleAttribute('data-fixed', !this.isWidthOpen)
    const box = image.parentElement
    if (this.width === undefined) box?.removeAttribute('style')
    else if (box !== null) box.style.width = `${this.width}%`
    const why = neverShown(this.link)
    if (why !== undefined) {
      image.removeAttribute('src')
      return say(view, frame, why)
    }
    const address = fileAddress(source.library, this.link)
    if (image.src === address) return
    const size = sizes.get(address)
    image.style.cssText = size === undefined ? '' : roomFor(size)
    image.src = address
  }
}

/** The picture did not come; main knows why. */
async function sayWhy(view: EditorView, frame: HTMLElement, image: HTMLImageElement): Promise<void> {
  const { link = '' } = frame.dataset
  const source = view.state.facet(fileSource)
  if (source === undefined) return
  const { why, isAway } = await askMissing(source.call, link)
  // Another picture may have its place meanwhile, or it has come after all.
  if (frame.dataset['link'] !== link || image.naturalWidth !== 0) return
  // What can be read now came back between the two questions.
  if (why === undefined && frame.dataset['again'] === undefined) {
    frame.dataset['again'] = ''
    return readAgain(image)
  }
  say(view, frame, why ?? DAMAGED)
  // Other requests may have got through all the while, so that no connection comes back.
  if (isAway === true)
    setTimeout(() => frame.isConnected && image.naturalWidth === 0 && readAgain(image), AWAY_MS)
}

function readAgain(image: HTMLImageElement): void {
  const { src } = image
  image.removeAttribute('src')
  image.src = src
}

function say(view: EditorView, frame: HTMLElement, why: string): void {
  delete frame.dataset['shown']
  frame.dataset['missing'] = ''
  const note = frame.querySelector<HTMLElement>('.cm-picture-why')
  if (note !== null) noteMissing(view, note, frame.dataset['link'] ?? '', why)
  view.requestMeasure()
}
