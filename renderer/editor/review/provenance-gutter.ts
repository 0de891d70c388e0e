import {
  Compartment,
  RangeSet,
  StateField,
  type EditorState,
  type Extension,
  type Range,
} from '@codemirror/state'
import { EditorView, gutter, GutterMarker } from '@codemirror/view'

/** Lines that were introduced by one version. */
export interface Age {
  /** The number of the first line, from 1. */
  readonly from: number
  readonly lines: number
  /** `null` if they are in no version yet. */
  readonly versionId: string | null
  /** 0: in no version; 1: the newest; 5: the oldest. */
  readonly step: number
  readonly title: string
}

class AgeMarker extends GutterMarker {
  constructor(readonly age: Age) {
    super()
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof AgeMarker && other.age.title === this.age.title && other.age.step === this.age.step
    )
  }

  override toDOM(): Node {
    const mark = document.createElement('span')
    mark.className = `cm-age cm-age-${this.age.step}`
    mark.title = this.age.title
    return mark
  }
}

const slot = new Compartment()
export const ages: Extension = slot.of([])

/** Shows the age of each paragraph beside the text; `undefined` hides the ages. */
export const showAges = (
  view: EditorView,
  all: readonly Age[] | undefined,
  open: (versionId: string) => void,
): void => view.dispatch({ effects: slot.reconfigure(all === undefined ? [] : provenanceGutter(all, open)) })

/** A mark beside each paragraph; a click opens the version that introduced it. The marks move with the text. */
function provenanceGutter(all: readonly Age[], open: (versionId: string) => void): Extension {
  const marks = StateField.define<RangeSet<AgeMarker>>({
    create: (state) => marksOf(state, all),
    update: (value, { docChanged, changes }) => (docChanged ? value.map(changes) : value),
  })
  return [
    marks,
    gutter({
      class: 'cm-ages',
      markers: (view) => view.state.field(marks),
      domEventHandlers: {
        mousedown(view, block) {
          let versionId: string | null = null
          view.state.field(marks).between(block.from, block.from, (_from, _to, { age }) => {
            versionId = age.versionId
          })
          if (versionId !== null) open(versionId)
          return versionId !== null
        },
      },
    }),
    agesTheme,
  ]
}

function marksOf(state: EditorState, all: readonly Age[]): RangeSet<AgeMarker> {
  const ranges: Range<AgeMarker>[] = []
  for (const age of all) {
    const marker = new AgeMarker(age)
    const end = Math.min(age.from + age.lines, state.doc.lines + 1)
    for (let number = age.from; number < end; number++) {
      const line = state.doc.line(number)
      if (line.length > 0) ranges.push(marker.range(line.from))
    }
  }
  return RangeSet.of(ranges)
}

const shade = (part: number) => `color-mix(in srgb, var(--accent) ${part}%, var(--line))`

const agesTheme = EditorView.theme({
  '.cm-gutters': {
    position: 'absolute !important',
    insetInlineStart: '-16px !important',
    border: 'none',
    background: 'none',
  },
  '.cm-ages': { width: '10px' },
  '.cm-ages .cm-gutterElement': { padding: '3px 0', cursor: 'pointer' },
  '.cm-age': { display: 'block', width: '4px', height: '100%', borderRadius: '2px' },
  '.cm-age-0': { background: 'var(--theirs)' },
  '.cm-age-1': { background: shade(100) },
  '.cm-age-2': { background: shade(75) },
  '.cm-age-3': { background: shade(50) },
  '.cm-age-4': { background: shade(25) },
  '.cm-age-5': { background: shade(0) },
})
