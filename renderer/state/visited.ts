import type { DocumentId } from '../../shared/terms'

/** The documents visited, as in the history of a browser, and the current position. */
export interface Visited {
  readonly way: readonly DocumentId[]
  readonly at: number
}

export const NOWHERE: Visited = { way: [], at: -1 }
const MOST = 100

/**
 * The history after `id` has come on screen. The documents ahead are dropped, unless `id` was reached by going back or
 * forward.
 */
export function visit(visited: Visited, id: DocumentId): Visited {
  if (visited.way[visited.at] === id) return visited
  const way = [...visited.way.slice(0, visited.at + 1), id].slice(-MOST)
  return { way, at: way.length - 1 }
}

export const canGo = ({ way, at }: Visited, step: 1 | -1): boolean => way[at + step] !== undefined
