/** An event that can happen next in a run. */
export interface Move<P> {
  readonly name: string
  /** The client that makes the move; absent where no client of this device makes it. */
  readonly by?: number
  /** The move as a story prints it: `ann saves`, `ben hears nothing (read)`. */
  readonly label: string
  /** Makes the move; `undefined` where it turns out to be impossible. */
  readonly make: () => P | undefined
}

/** The promises that every run in one kind of world must keep. */
export interface Judged<P> {
  /** A short name for every part of a run that can influence its future. */
  readonly fingerprint: (run: P, extra?: string) => string
  /** Describes a promise that is broken at this moment. */
  readonly brokenNow: (run: P) => string | undefined
  /** Describes a promise that is still broken after the network was good for long enough. */
  readonly brokenAtEnd: (run: P) => string | undefined
  /**
   * The run after the network was good for long enough. `seen` is called with every intermediate run and its place, and
   * stops early by returning true: the future depends on these two alone.
   */
  readonly settle: (run: P, seen: (there: P, place: string) => boolean) => P
}

/**
 * Test support: follows every story of an alphabet up to a length, breadth first, so that the first broken story is a
 * shortest one.
 */
export interface Search<P> {
  readonly start: P
  /** How often each move may be made in one story. */
  readonly alphabet: Readonly<Record<string, number>>
  readonly movesOf: (run: P) => readonly Move<P>[]
  readonly judged: Judged<P>
  /** The moves of all clients except the first, which makes every move. Absent: every client makes every move. */
  readonly others?: readonly string[]
  readonly depth: number
  /** Beyond this many states the search stops and reports that. */
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

interface Node<P> {
  readonly run: P
  /** How often each move that has a limit was made, in the order of the alphabet. */
  readonly used: readonly number[]
  readonly trail: Trail | undefined
}

/** The way to a run. It is stored apart from the runs, which are released once their moves have been made. */
interface Trail {
  readonly move: string
  readonly before: Trail | undefined
}

export function search<P>({
  start,
  alphabet,
  movesOf,
  judged,
  others,
  depth,
  mostStates = Infinity,
}: Search<P>): Found {
  const { fingerprint } = judged
  const brokenFrom = createJudge(judged)
  const limited = Object.keys(alphabet).filter((name) => alphabet[name] !== Infinity)
  const seen = new Set<string>()
  const isNew = ({ run, used }: Node<P>) => seen.size < seen.add(fingerprint(run, used.join(''))).size

  let layer: Node<P>[] = [{ run: start, used: limited.map(() => 0), trail: undefined }]
  let broken = isNew(layer[0]!) ? brokenFrom(start) : undefined
  if (broken !== undefined) return { states: 1, depth: 0, violation: { broken, story: [] } }

  for (let length = 1; length <= depth; length += 1) {
    const next: Node<P>[] = []
    for (const node of layer) {
      const spent = new Set(limited.filter((name, index) => node.used[index]! >= alphabet[name]!))
      for (const { name, by, label, make } of movesOf(node.run)) {
        if (spent.has(name) || (by && others?.includes(name) === false)) continue
        const trail = { move: label, before: node.trail }
        let run: P | undefined
        try {
          run = make()
        } catch (error) {
          const violation = { broken: String(error), story: storyOf(trail) }
          return { states: seen.size, depth: length, violation }
        }
        if (run === undefined) continue
        const at = limited.indexOf(name)
        const used = at < 0 ? node.used : node.used.with(at, node.used[at]! + 1)
        const child: Node<P> = { run, used, trail }
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
 * Finds a promise that is broken at a moment, or once the network is good from then on. A way that was followed before
 * is not followed to its end again.
 */
export function createJudge<P>({
  fingerprint,
  brokenNow,
  brokenAtEnd,
  settle,
}: Judged<P>): (run: P) => string | undefined {
  const settled = new Set<string>()
  return (run) => {
    const here = brokenNow(run)
    if (here !== undefined) return here
    const way: string[] = []
    let onTheWay: string | undefined
    let isKnown = false
    try {
      const end = settle(run, (there, place) => {
        const key = fingerprint(there, place)
        isKnown = settled.has(key)
        if (isKnown) return true
        way.push(key)
        onTheWay = brokenNow(there)
        return onTheWay !== undefined
      })
      const broken = onTheWay ?? (isKnown ? undefined : brokenAtEnd(end))
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
