/** What the window asks the page that draws diagrams, which is ready when it has said so. */
export interface Asked {
  readonly id: number
  readonly source: string
}

export type Answered =
  | { readonly kind: 'ready' }
  | DrawnAnswer
  /** Why the source is no diagram, in the words of what draws it. */
  | { readonly kind: 'failed'; readonly id: number; readonly why: string }

/** A whole picture, `width` by `height` px. */
export interface DrawnAnswer {
  readonly kind: 'drawn'
  readonly id: number
  readonly svg: string
  readonly width: number
  readonly height: number
}

const SVG_MAX = 4_000_000
const SIDE_MAX = 20_000
const WHY_MAX = 100_000

/** What the page says. It has read a text of anybody's, so nothing of it is believed; `undefined`: it makes no sense. */
export function readAnswer(said: unknown): Answered | undefined {
  const { kind, id, svg, width, height, why } = (said ?? {}) as Readonly<Record<string, unknown>>
  if (kind === 'ready') return { kind }
  if (typeof id !== 'number') return undefined
  if (kind === 'failed') return { kind, id, why: typeof why === 'string' ? why.slice(0, WHY_MAX) : '' }
  const isPicture = typeof svg === 'string' && svg.length <= SVG_MAX && svg.startsWith('<svg')
  return kind === 'drawn' && isPicture && isSide(width) && isSide(height)
    ? { kind, id, svg, width, height }
    : undefined
}

const isSide = (px: unknown): px is number => typeof px === 'number' && px > 0 && px < SIDE_MAX
