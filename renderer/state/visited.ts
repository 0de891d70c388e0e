import type { DocumentId } from '../../shared/terms'

/** Where the writer was, as a browser has it: a way, and the place on it. */
export interface Visited {
  readonly way: readonly DocumentId[]
  readonly at: number
}

export const NOWHERE: Visited = { way: [], at: -1 }
const MOST = 100

/** The way after `id` has come on screen; what lay ahead is given up, unless it was gone to along the way. */
export function visit(visited: Visited, id: DocumentId): Visited {
  if (visited.way[visited.at] === id) return visited
  const way = [...visited.way.slice(0, visited.at + 1), id].slice(-MOST)
  return { way, at: way.length - 1 }
}

export const canGo = ({ way, at }: Visited, step: 1 | -1): boolean => way[at + step] !== undefined
