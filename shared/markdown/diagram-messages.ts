/** A request to the page that draws diagrams, sent after that has reported that it is ready. */
export interface DrawRequest {
  readonly id: number
  readonly source: string
}

export type DrawAnswer =
  | { readonly kind: 'ready' }
  | DiagramDrawn
  /** Why the source is not a diagram, in the words of the drawing library. */
  | { readonly kind: 'failed'; readonly id: number; readonly why: string }

/** A complete picture, `width` by `height` px, and its text. */
export interface DiagramDrawn {
  readonly kind: 'drawn'
  readonly id: number
  readonly svg: string
  readonly width: number
  readonly height: number
  readonly words: string
}

/** The bound of a picture in UTF-16 units. */
const SVG_UNITS_MAX = 4_000_000
const SIDE_PX_MAX = 20_000
const WHY_UNITS_MAX = 100_000
const WORDS_UNITS_MAX = 500

/**
 * Validates a message of the page. It has read a text of unknown origin, so nothing in the message is trusted;
 * `undefined`: it is invalid.
 */
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

/** Whether this language of a code block is a diagram language. */
export const isDiagram = (language: string): boolean => language.toLowerCase() === 'mermaid'

/** A diagram takes a moment; one that takes longer than this may never finish. */
export const DRAW_MS_MAX = 2_000
/** The longest source of a diagram, in UTF-16 units. */
export const DIAGRAM_UNITS_MAX = 20_000

/** The reasons why a diagram has no picture. */
export const NOT_DRAWN = {
  tooLong: 'This diagram is too long to be drawn.',
  tooSlow: 'This diagram takes too long to draw.',
  notNow: 'Diagrams cannot be drawn now.',
  wrong: (why: string): string =>
    `This is no diagram yet: ${[...why.split('\n', 1)[0]!].slice(0, 120).join('')}`,
}

/** The alternative text of a diagram's picture. */
export const diagramAlt = (words: string): string => (words === '' ? 'Diagram' : `Diagram: ${words}`)
