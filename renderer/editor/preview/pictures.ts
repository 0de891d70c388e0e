import { syntaxTree } from '@codemirror/language'
import { Facet, RangeSet, type EditorState, type Extension, type Range } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view'
import type { LibraryEpoch } from '../../../shared/terms'
import { fileAddress, isFileLink } from '../file-address'
import { altOf } from '../markdown/images'
import { DrawnTo, walkSyntax, type SyntaxNode } from '../markdown/syntax'

/** The library whose files a text names. */
export const fileLibrary = Facet.define<LibraryEpoch, LibraryEpoch | undefined>({
  combine: ([library]) => library,
})

/** A higher picture is drawn smaller, in px. */
const HEIGHT_MAX = 480

/** Shows the library's own images under the words that stand for them; nothing is loaded from anywhere else. */
export const pictures: Extension = [
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      private readonly drawnTo: DrawnTo
      constructor(view: EditorView) {
        this.drawnTo = new DrawnTo(view)
        this.decorations = picturesOf(view)
      }
      update(update: ViewUpdate): void {
        const { docChanged, selectionSet, viewportChanged, startState, state, view } = update
        if (this.drawnTo.isAheadOfParse(update)) this.decorations = this.decorations.map(update.changes)
        else if (
          docChanged ||
          selectionSet ||
          viewportChanged ||
          syntaxTree(startState) !== syntaxTree(state)
        )
          this.decorations = picturesOf(view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
  EditorView.baseTheme({
    '.cm-picture': { display: 'block', padding: '6px 0', lineHeight: '0' },
    '.cm-picture img': {
      display: 'block',
      maxWidth: '100%',
      height: 'auto',
      maxHeight: `${HEIGHT_MAX}px`,
      borderRadius: '4px',
    },
    '.cm-picture[data-selected] img': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
    '.cm-picture[data-missing]': { display: 'none' },
    // Where the picture itself is shown, the word that stands for it says nothing more.
    '.cm-line:has(.cm-picture[data-shown]) .cm-image': { display: 'none' },
  }),
]

interface Size {
  readonly width: number
  readonly height: number
}

function picturesOf(view: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = []
  const library = view.state.facet(fileLibrary)
  if (library === undefined) return RangeSet.empty
  for (const { from, to } of view.visibleRanges)
    walkSyntax(view.state, from, to, ({ name, node }) => {
      if (name !== 'Image') return
      const url = node.getChild('URL')
      const link = url === null ? '' : view.state.sliceDoc(url.from, url.to)
      if (isFileLink(link))
        ranges.push(
          Decoration.widget({
            widget: new Picture(
              fileAddress(library, link),
              altIn(view.state, node),
              isChosen(view.state, node),
            ),
            side: 1,
          }).range(node.to),
        )
    })
  return RangeSet.of(ranges, true)
}

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
    private readonly address: string,
    private readonly alt: string,
    private readonly isSelected: boolean,
  ) {
    super()
  }

  override eq(other: Picture): boolean {
    return other.address === this.address && other.alt === this.alt && other.isSelected === this.isSelected
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
      view.requestMeasure()
    })
    image.addEventListener('error', () => {
      delete frame.dataset['shown']
      frame.dataset['missing'] = ''
      view.requestMeasure()
    })
    frame.append(image)
    this.fill(frame, image)
    return frame
  }

  /** The same image under its served link takes the place of the local one without a blink. */
  override updateDOM(frame: HTMLElement): boolean {
    const image = frame.querySelector('img')
    if (image === null) return false
    this.fill(frame, image)
    return true
  }

  override ignoreEvent(): boolean {
    return false
  }

  private fill(frame: HTMLElement, image: HTMLImageElement): void {
    image.alt = this.alt
    frame.toggleAttribute('data-selected', this.isSelected)
    if (image.src === this.address) return
    const size = sizes.get(this.address)
    image.style.cssText = size === undefined ? '' : roomFor(size)
    image.src = this.address
  }
}
