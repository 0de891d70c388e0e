/** What the page that draws diagrams is asked, once it has said that it is ready. */
export interface DrawRequest {
  readonly id: number
  readonly source: string
}

export type DrawAnswer =
  | { readonly kind: 'ready' }
  | DiagramDrawn
  /** Why the source is no diagram, in the words of what draws it. */
  | { readonly kind: 'failed'; readonly id: number; readonly why: string }

/** A whole picture, `width` by `height` px, and what it says in words. */
export interface DiagramDrawn {
  readonly kind: 'drawn'
  readonly id: number
  readonly svg: string
  readonly width: number
  readonly height: number
  readonly words: string
}

/** Units are those of UTF-16. */
const SVG_UNITS_MAX = 4_000_000
const SIDE_PX_MAX = 20_000
const WHY_UNITS_MAX = 100_000
const WORDS_UNITS_MAX = 500

/** What the page says. It has read a text of anybody's, so nothing of it is believed; `undefined`: it makes no sense. */
export function readAnswer(said: unknown): DrawAnswer | undefined {
  const { kind, id, svg, width, height, words, why } = (said ?? {}) as Readonly<Record<string, unknown>>
  if (kind === 'ready') return { kind }
  if (typeof id !== 'number') return undefined
  if (kind === 'failed') return { kind, id, why: typeof why === 'string' ? why.slice(0, WHY_UNITS_MAX) : '' }
  const isPicture = typeof svg === 'string' && svg.length <= SVG_UNITS_MAX && svg.startsWith('<svg')
  return kind === 'drawn' && isPicture && isSide(width) && isSide(height)
    ? {
        kind,
        id,
        svg,
        width,
        height,
        words: typeof words === 'string' ? words.slice(0, WORDS_UNITS_MAX) : '',
      }
    : undefined
}

const isSide = (px: unknown): px is number => typeof px === 'number' && px > 0 && px < SIDE_PX_MAX

/** Whether the language of a block of code is one of diagrams. */
export const isDiagram = (language: string): boolean => language.toLowerCase() === 'mermaid'

/** A diagram takes a moment; one that takes longer may never end. */
export const DRAW_MS_MAX = 2_000
/** The source of one, in UTF-16 units. */
export const DIAGRAM_UNITS_MAX = 20_000

/** Why there is no picture of a diagram. */
export const NOT_DRAWN = {
  tooLong: 'This diagram is too long to be drawn.',
  tooSlow: 'This diagram takes too long to draw.',
  notNow: 'Diagrams cannot be drawn now.',
  wrong: (why: string): string =>
    `This is no diagram yet: ${[...why.split('\n', 1)[0]!].slice(0, 120).join('')}`,
}

/** What a picture of a diagram says to somebody who cannot see it. */
export const diagramAlt = (words: string): string => (words === '' ? 'Diagram' : `Diagram: ${words}`)
