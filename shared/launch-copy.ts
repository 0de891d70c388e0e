/**
 * The page as it was left: a still copy of what a window shows, which the next start paints with the page's first frame
 * (`renderer/launch/`, `main/launch/`). It is data and never markup: main writes the elements, and only these.
 */
export interface LaunchCopy {
  readonly nodes: readonly CopyNode[]
  /**
   * What it is drawn with: the style sheets that were written at run time, a class for each inline style, which the page's
   * policy refuses, and what the built sheets say of it.
   */
  readonly css: string
  /** Files of the faces in it, as the build names them: they are there before the first line is laid out. */
  readonly fonts: readonly string[]
  /** Of the root element, by the names that its `dataset` has. */
  readonly root: Readonly<Record<string, string>>
  readonly screen: CopyScreen
  /** The document that was being written in; null where the focus was elsewhere. */
  readonly document: string | null
}

export type CopyNode = string | CopyElement
export type CopyElement = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly CopyNode[],
]

/** A copy is the same picture on this screen only. */
export interface CopyScreen {
  readonly width: number
  readonly height: number
  /** Device pixels for each of CSS: the display's and the zoom. */
  readonly ratio: number
  /** The answers to `MEDIA`, in its order. */
  readonly media: readonly boolean[]
}

export const MEDIA = [
  'prefers-color-scheme: dark',
  'prefers-contrast: more',
  'forced-colors: active',
  'prefers-reduced-motion: reduce',
] as const

/** Of its JSON, in UTF-16 units. A window that takes more has no copy. */
export const COPY_MOST = 600_000
/** How deep elements may lie in each other. */
export const DEPTH_MOST = 60

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

export const HTML_TAGS = words(
  'div span p a b i s bdi bdo em strong del ins mark small sub sup code kbd pre q h1 h2 h3 h4 h5 h6 ul ol li dl dt dd ' +
    'nav aside main section header footer article button label input textarea br hr time ' +
    'table thead tbody tr th td',
)
export const SVG_TAGS = words('svg g path circle ellipse rect line polyline polygon')
export const VOID_TAGS = words('br hr input')

const SVG_ATTRIBUTES = words(
  'viewBox width height d cx cy r x y x1 x2 y1 y2 rx ry points fill stroke stroke-width stroke-linecap stroke-linejoin',
)
const FLAGS = words('hidden disabled checked readonly')
const TEXTS = words('value placeholder')
const STATES = words(
  'aria-selected aria-pressed aria-current aria-disabled aria-expanded aria-checked type dir rows',
)

/** Whether an element of a copy may have it: what the style sheets ask for, and nothing that acts, names or leads away. */
export function isCopyAttribute(name: string, value: string): boolean {
  if (name === 'class') return /^[^\p{Cc}<>"'&]{0,1000}$/u.test(value)
  if (FLAGS.has(name)) return value === ''
  if (TEXTS.has(name)) return value.length <= 1_000
  if (STATES.has(name)) return /^[\w-]{0,20}$/.test(value)
  if (SVG_ATTRIBUTES.has(name)) return /^[\w\s.,%+-]{0,4000}$/.test(value)
  return /^data-[a-z-]{1,40}$/.test(name) && /^[\w .:-]{0,80}$/.test(value)
}
