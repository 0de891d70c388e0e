import { createFingerprint } from './fingerprint'
import { movesOf, type Alphabet, type Lines, type MoveName } from './moves'
import type { Run } from './run'
import { brokenAtEnd, brokenNow, type Promises } from './proof'
import { settle } from './settle'

/**
 * Test support: every story of an alphabet up to a length, breadth first, so that the first broken one is a shortest.
 */
export interface Search {
  readonly start: Run
  readonly alphabet: Alphabet
  /** The moves of all clients but the first, which makes every move. Absent: everybody makes every move. */
  readonly others?: readonly MoveName[]
  readonly lines: Lines
  readonly promises: Promises
  readonly depth: number
  /** The search gives up, and says so, beyond this many states. */
  readonly mostStates?: number
}

export interface Found {
  readonly states: number
  /** The length up to which every story was followed. */
  readonly depth: number
  readonly violation?: Violation
}

export interface Violation {
  readonly broken: string
  /** The moves of the shortest story that leads to this state. */
  readonly story: readonly string[]
}

interface Node {
  readonly run: Run
  /** How often each move that has a limit was made, in the order of the alphabet. */
  readonly used: readonly number[]
  readonly trail: Trail | undefined
}

/** The way to a play, kept apart from the plays, which are released once their moves have been made. */
interface Trail {
  readonly move: string
  readonly before: Trail | undefined
}

export function search({
  start,
  alphabet,
  others,
  lines,
  promises,
  depth,
  mostStates = Infinity,
}: Search): Found {
  const fingerprint = createFingerprint({
    canUndo: alphabet['undoes the merge'] !== undefined,
    canName: alphabet['keeps mine of before'] !== undefined,
    canLag: alphabet['is lied to'] !== undefined,
    canGoBack: alphabet['is restored'] !== undefined,
  })
  const brokenFrom = createJudge(promises, fingerprint)
  const limited = (Object.keys(alphabet) as MoveName[]).filter((name) => alphabet[name] !== Infinity)
  const seen = new Set<string>()
  const isNew = ({ run, used }: Node) => seen.size < seen.add(fingerprint(run, used.join(''))).size

  let layer: Node[] = [{ run: start, used: limited.map(() => 0), trail: undefined }]
  let broken = isNew(layer[0]!) ? brokenFrom(start) : undefined
  if (broken !== undefined) return { states: 1, depth: 0, violation: { broken, story: [] } }

  for (let length = 1; length <= depth; length += 1) {
    const next: Node[] = []
    for (const node of layer) {
      const spent = new Set(limited.filter((name, index) => node.used[index]! >= alphabet[name]!))
      for (const { name, by, label, make } of movesOf(node.run, alphabet, lines)) {
        if (spent.has(name) || (by && others?.includes(name) === false)) continue
        const trail = { move: label, before: node.trail }
        let run: Run | undefined
        try {
          run = make()
        } catch (error) {
          const violation = { broken: String(error), story: storyOf(trail) }
          return { states: seen.size, depth: length, violation }
        }
        if (run === undefined) continue
        const at = limited.indexOf(name)
        const used = at < 0 ? node.used : node.used.with(at, node.used[at]! + 1)
        const child: Node = { run, used, trail }
        if (!isNew(child)) continue
        broken = brokenFrom(run)
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

/**
 * Finds the promise that is broken at a moment, or once the network is good from there on. A way that was walked before
 * is not walked to its end again.
 */
export function createJudge(
  promises: Promises,
  fingerprint = createFingerprint(),
): (run: Run) => string | undefined {
  const settled = new Set<string>()
  return (run) => {
    const here = brokenNow(run, promises)
    if (here !== undefined) return here
    const way: string[] = []
    let onTheWay: string | undefined
    let isKnown = false
    try {
      const world = settle(run.world, (at, place) => {
        const there = { ...run, world: at }
        const key = fingerprint(there, place)
        isKnown = settled.has(key)
        if (isKnown) return true
        way.push(key)
        onTheWay = brokenNow(there, promises)
        return onTheWay !== undefined
      })
      const broken = onTheWay ?? (isKnown ? undefined : brokenAtEnd({ ...run, world }, promises))
      if (broken !== undefined) return `${broken}, once the network is good`
    } catch (error) {
      return (error as Error).message
    }
    for (const key of way) settled.add(key)
    return undefined
  }
}

function storyOf(trail: Trail | undefined): readonly string[] {
  return trail === undefined ? [] : [...storyOf(trail.before), trail.move]
}
