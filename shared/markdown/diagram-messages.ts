/** What is asked of the page that draws diagrams, which is ready when it has said so. */
export interface Asked {
  readonly id: number
  readonly source: string
}

export type Answered =
  | { readonly kind: 'ready' }
  | DrawnAnswer
  /** Why the source is no diagram, in the words of what draws it. */
  | { readonly kind: 'failed'; readonly id: number; readonly why: string }

/** A whole picture, `width` by `height` px, and what it says in words. */
export interface DrawnAnswer {
  readonly kind: 'drawn'
  readonly id: number
  readonly svg: string
  readonly width: number
  readonly height: number
  readonly words: string
}

const SVG_MAX = 4_000_000
const SIDE_MAX = 20_000
const WHY_MAX = 100_000
const WORDS_MAX = 500

/** What the page says. It has read a text of anybody's, so nothing of it is believed; `undefined`: it makes no sense. */
export function readAnswer(said: unknown): Answered | undefined {
  const { kind, id, svg, width, height, words, why } = (said ?? {}) as Readonly<Record<string, unknown>>
  if (kind === 'ready') return { kind }
  if (typeof id !== 'number') return undefined
  if (kind === 'failed') return { kind, id, why: typeof why === 'string' ? why.slice(0, WHY_MAX) : '' }
  const isPicture = typeof svg === 'string' && svg.length <= SVG_MAX && svg.startsWith('<svg')
  return kind === 'drawn' && isPicture && isSide(width) && isSide(height)
    ? { kind, id, svg, width, height, words: typeof words === 'string' ? words.slice(0, WORDS_MAX) : '' }
    : undefined
}

const isSide = (px: unknown): px is number => typeof px === 'number' && px > 0 && px < SIDE_MAX

/** Whether the language of a block of code is one of diagrams. */
export const isDiagram = (language: string): boolean => language.toLowerCase() === 'mermaid'

/** A diagram takes a moment; one that takes longer may never end. */
export const DIAGRAM_LIMIT_MS = 2_000
export const DIAGRAM_SOURCE_MAX = 20_000

/** Why there is no picture of a diagram. */
export const NOT_DRAWN = {
  tooLong: 'This diagram is too long to be drawn.',
  tooSlow: 'This diagram takes too long to draw.',
  notNow: 'Diagrams cannot be drawn now.',
  wrong: (why: string): string => `This is no diagram yet: ${why.split('\n', 1)[0]!.slice(0, 120)}`,
}

/** What a picture of a diagram says to whom does not see it. */
export const diagramAlt = (words: string): string => (words === '' ? 'Diagram' : `Diagram: ${words}`)
