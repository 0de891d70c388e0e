import { RangeSet, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType, type DecorationSet } from '@codemirror/view'
import { fileAddress } from '../file-address'
import { isSeenFirst, noteNewLink } from '../input/attachments'
import { altOf, canHaveWidth, widthOf, writesWidths } from '../markdown/images'
import { walkSyntax, type SyntaxNode } from '../markdown/syntax'
import { cornerOf, cornerStyle } from './picture-corner'
import { askMissing, DAMAGED, fileSource, neverShown, noteMissing } from './missing-pictures'
import { onScreen } from '../view/on-screen'

/** The maximum height of an image in px; a higher one is scaled down. */
const HEIGHT_MAX = 480

/** Shows images of the library below their source; nothing is loaded from anywhere else. */
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
    // While the source is visible it is being edited; while it is hidden, the reason why the image is missing is shown.
    '.cm-picture[data-missing]': { display: 'none' },
    '.cm-line:has(.cm-image) .cm-picture[data-missing]': { display: 'inline', padding: '0' },
    '.cm-picture[data-missing] img': { display: 'none' },
    '.cm-picture-why': {
      marginInline: '8px',
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
    // While the image itself is shown, the word that stands for it is hidden.
    '.cm-line:has(.cm-picture[data-shown]) .cm-image': { display: 'none' },
  }),
]

/** The time after which an image is requested again if the service could not be reached. */
const AWAY_MS = 10_000

interface Size {
  readonly width: number
  readonly height: number
}

/** Requests images again that could not be read offline, once a connection is back or the files have changed. */
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
      // An image with a reference label: its address is elsewhere in the text.
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
      // After the end of a cell, the next cell has begun.
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

/** The space reserved for an image before it is loaded. */
const roomFor = ({ width, height }: Size): string =>
  `width: ${Math.min(width, (HEIGHT_MAX * width) / height)}px; aspect-ratio: auto ${width} / ${height}`

/** The sizes of images shown before, so that the text does not move when they scroll back into view. */
const sizes = new Map<string, Size>()

class Picture extends WidgetType {
  constructor(
    /** As written in the text. */
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
      // An image that was just inserted has its full height only now.
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

  /** Replaces the local image by the same one under its served link without flicker. */
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

/** Asks the main process why the image did not load. */
async function sayWhy(view: EditorView, frame: HTMLElement, image: HTMLImageElement): Promise<void> {
  const { link = '' } = frame.dataset
  const source = view.state.facet(fileSource)
  if (source === undefined) return
  const { why, isAway } = await askMissing(source.call, link)
  // Another image may have replaced it meanwhile, or it has loaded after all.
  if (frame.dataset['link'] !== link || image.naturalWidth !== 0) return
  // The image became readable between the two requests.
  if (why === undefined && frame.dataset['again'] === undefined) {
    frame.dataset['again'] = ''
    return readAgain(image)
  }
  say(view, frame, why ?? DAMAGED)
  // Other requests may have succeeded all the time, in which case no connection comes back.
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
