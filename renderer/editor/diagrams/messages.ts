import { z } from 'zod'

/** What the window asks the page that draws diagrams, which is ready when it has said so. */
export interface Asked {
  readonly id: number
  readonly source: string
}

const SIDE_MAX = 20_000
const side = z.number().positive().max(SIDE_MAX)

/** What the page says. It has read a text of anybody's, so nothing of it is believed. */
export const answered = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** A whole picture, `width` by `height` px. */
  z.object({
    kind: z.literal('drawn'),
    id: z.number(),
    svg: z.string().max(4_000_000).startsWith('<svg'),
    width: side,
    height: side,
  }),
  /** Why the source is no diagram, in the words of what draws it. */
  z.object({ kind: z.literal('failed'), id: z.number(), why: z.string().max(100_000) }),
])
export type Answered = z.infer<typeof answered>
