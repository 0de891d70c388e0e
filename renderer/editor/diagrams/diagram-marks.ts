import { Facet, type EditorState, type Extension } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'
import { diagramAlt } from '../../../shared/markdown/diagram-messages'
import { drawDiagram, drawnBefore, type Drawn } from './draw-diagram'

const draws = Facet.define<boolean, boolean>({ combine: ([first]) => first === true })

/** The pause in typing after which the source is drawn. */
const PAUSE_MS = 300

/** The picture below its source. If the source cannot be drawn, the last good picture stays, with the reason. */
class Diagram extends WidgetType {
  constructor(private readonly source: string) {
    super()
  }

  override eq(other: Diagram): boolean {
    return other.source === this.source
  }

  override toDOM(view: EditorView): HTMLElement {
    const place = document.createElement('span')
    place.className = 'cm-diagram'
    void show(place, this.source, view)
    return place
  }

  override updateDOM(place: HTMLElement, view: EditorView): boolean {
    void show(place, this.source, view)
    return true
  }

  /** A click belongs to the text. */
  override ignoreEvent(): boolean {
    return false
  }
}

/** The source whose picture each element shows, or will show. */
const wanted = new WeakMap<HTMLElement, string>()

async function show(place: HTMLElement, source: string, view: EditorView): Promise<void> {
  wanted.set(place, source)
  const before = drawnBefore(source)
  if (before !== undefined) return put(place, before)
  if (place.firstChild !== null) await new Promise((resume) => setTimeout(resume, PAUSE_MS))
  if (wanted.get(place) !== source) return
  const drawn = await drawDiagram(source)
  if (wanted.get(place) !== source) return
  put(place, drawn)
  view.requestMeasure()
}

function put(place: HTMLElement, drawn: Drawn): void {
  const shown = place.querySelector('img')
  if (drawn.kind === 'picture') return place.replaceChildren(diagramPicture(drawn))
  const why = document.createElement('span')
  why.className = 'cm-diagram-why'
  why.textContent = drawn.why
  place.replaceChildren(...(shown === null ? [] : [shown]), why)
}

/** The picture of a diagram. */
export function diagramPicture({
  address,
  width,
  height,
  words,
}: Extract<Drawn, { kind: 'picture' }>): HTMLImageElement {
  const picture = new Image(Math.ceil(width), Math.ceil(height))
  picture.className = 'diagram'
  picture.alt = diagramAlt(words)
  picture.src = address
  return picture
}

/** Whether the writer has switched the drawing of diagrams on. */
export const drawsDiagrams = (state: EditorState): boolean => state.facet(draws)

/** The picture of a block, placed after its closing fence. */
export const diagramWidget = (source: string): Decoration =>
  Decoration.widget({ widget: new Diagram(source), side: 1 })

// Created once, because the styles that an editor adds to the page stay there.
const diagramStyle = EditorView.baseTheme({
  '.cm-diagram': { display: 'block', padding: '8px 0', whiteSpace: 'normal', cursor: 'text' },
  '.cm-diagram:empty': { padding: '0' },
  '.cm-diagram img': {
    display: 'block',
    maxWidth: '100%',
    height: 'auto',
    margin: '0 auto',
    filter: 'var(--diagram)',
  },
  '.cm-diagram-why': { display: 'block', font: '400 13px/1.5 var(--sans)', color: 'var(--soft)' },
})

export const diagrams = (isOn: boolean): Extension => [draws.of(isOn), diagramStyle]
