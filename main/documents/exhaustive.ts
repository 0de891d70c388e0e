import { fingerprint } from './fingerprint'
import { movesOf, type Alphabet, type Lines, type MoveName } from './moves'
import type { Play } from './play'
import { brokenAtEnd, brokenNow, type Promises } from './proof'
import { settle } from './settle'

/** Test support: every story of an alphabet up to a length, breadth first, so that the first one found is a shortest. */
export interface Search {
  readonly start: Play
  readonly alphabet: Alphabet
  readonly lines: Lines
  readonly promises: Promises
  readonly depth: number
  /** Gives up, and says so, beyond this many. */
  readonly mostStates?: number
}

export interface Found {
  readonly states: number
  /** The longest story that was followed to every end. */
  readonly depth: number
  readonly violation?: Violation
}

export interface Violation {
  readonly broken: string
  /** The moves of the shortest story that gets there. */
  readonly story: readonly string[]
}

interface Node {
  readonly played: Play
  readonly used: Readonly<Partial<Record<MoveName, number>>>
  readonly trail: Trail | undefined
}

/** Kept apart from the plays, which are let go once their moves have been made. */
interface Trail {
  readonly move: string
  readonly before: Trail | undefined
}

export function search({ start, alphabet, lines, promises, depth, mostStates = Infinity }: Search): Found {
  const seen = new Set<number>()
  const settled = new Set<number>()
  const isNew = ({ played, used }: Node) => {
    const key = fingerprint(played, Object.entries(used).toSorted().join())
    return seen.size < seen.add(key).size
  }
  let layer: Node[] = [{ played: start, used: {}, trail: undefined }]
  let broken = isNew(layer[0]!) ? brokenFrom(start, promises, settled) : undefined
  if (broken !== undefined) return { states: 1, depth: 0, violation: { broken, story: [] } }

  for (let length = 1; length <= depth; length += 1) {
    const next: Node[] = []
    for (const node of layer) {
      for (const move of movesOf(node.played, left(alphabet, node.used), lines)) {
        const played = move.make()
        if (played === undefined) continue
        const trail = { move: `${move.by} ${move.name}`.trim(), before: node.trail }
        const child: Node = { played, used: counted(alphabet, node.used, move.name), trail }
        if (!isNew(child)) continue
        broken = brokenFrom(played, promises, settled)
        if (broken !== undefined)
          return { states: seen.size, depth: length, violation: { broken, story: storyOf(trail) } }
        if (seen.size >= mostStates) return { states: seen.size, depth: length - 1 }
        if (length < depth) next.push(child)
      }
    }
    layer = next
  }
  return { states: seen.size, depth }
}

/** Moves that were made as often as they may be are spent. */
function left(alphabet: Alphabet, used: Node['used']): Alphabet {
  const entries = Object.entries(alphabet) as [MoveName, number][]
  return Object.fromEntries(entries.map(([name, limit]) => [name, limit - (used[name] ?? 0)]))
}

/** Moves without a limit are not counted: what they lead to is the same however often they were made. */
function counted(alphabet: Alphabet, used: Node['used'], name: MoveName): Node['used'] {
  return alphabet[name] === Infinity ? used : { ...used, [name]: (used[name] ?? 0) + 1 }
}

/** What is broken here, or once the network is good from here on. A way that was walked before is not walked to its end again. */
function brokenFrom(played: Play, promises: Promises, settled: Set<number>): string | undefined {
  const here = brokenNow(played, promises)
  if (here !== undefined) return here
  const way: number[] = []
  let onTheWay: string | undefined
  let isKnown = false
  try {
    const world = settle(played.world, (at, index) => {
      const there = { ...played, world: at }
      const key = fingerprint(there, String(index))
      isKnown = settled.has(key)
      if (isKnown) return true
      way.push(key)
      onTheWay = brokenNow(there, promises)
      return onTheWay !== undefined
    })
    const broken = onTheWay ?? (isKnown ? undefined : brokenAtEnd({ ...played, world }, promises))
    if (broken !== undefined) return `${broken}, once the network is good`
  } catch (error) {
    return (error as Error).message
  }
  for (const key of way) settled.add(key)
  return undefined
}

function storyOf(trail: Trail | undefined): readonly string[] {
  return trail === undefined ? [] : [...storyOf(trail.before), trail.move]
}
