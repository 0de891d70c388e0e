import { createJudge, type Judged, type Move } from './exhaustive'

/** Test support: long random stories on worlds of several kinds. A seed always gives the same story. */
export interface StoryKind<P> {
  readonly name: string
  readonly begin: () => P
  readonly movesOf: (run: P) => readonly Move<P>[]
  /** The relative frequency of each move. */
  readonly weights: Readonly<Record<string, number>>
  readonly judged: () => Judged<P>
}

export interface Result<P> {
  readonly kind: StoryKind<P>
  readonly story: readonly string[]
  readonly broken?: string
}

/** Runs one story of at most `length` moves and lets it settle. */
export function runRandom<P>(kinds: readonly StoryKind<P>[], seed: number, length: number): Result<P> {
  const random = mulberry32(seed)
  const kind = kinds[Math.floor(random() * kinds.length)]!
  const judged = kind.judged()
  const story: string[] = []
  let run = kind.begin()
  for (let step = 0; step < length; step += 1) {
    const move = pick(kind.movesOf(run), ({ name }) => kind.weights[name] ?? 0, random)
    if (move === undefined) break
    try {
      const next = move.make()
      if (next === undefined) continue
      story.push(move.label)
      run = next
    } catch (error) {
      return { kind, story: [...story, move.label], broken: String(error) }
    }
    const broken = judged.brokenNow(run)
    if (broken !== undefined) return { kind, story, broken }
  }
  const broken = createJudge(judged)(run)
  return { kind, story, ...(broken !== undefined && { broken }) }
}

/** Replays a story from the words in which a search prints it. */
export function replay<P>(start: P, story: readonly string[], movesOf: (run: P) => readonly Move<P>[]): P {
  return story.reduce((run, sentence) => {
    const next = movesOf(run)
      .find(({ label }) => label === sentence)
      ?.make()
    if (!next) throw new Error(`"${sentence}" cannot happen here`)
    return next
  }, start)
}

/** The story without the moves that it does not need to break a promise. */
export function shorten<P>({ kind, story }: Result<P>): Result<P> {
  const breaks = (moves: readonly string[]) => {
    try {
      return createJudge(kind.judged())(replay(kind.begin(), moves, kind.movesOf))
    } catch {
      return undefined
    }
  }
  let shortest = story
  for (let at = shortest.length - 1; at >= 0; at -= 1) {
    const shorter = shortest.toSpliced(at, 1)
    if (breaks(shorter) !== undefined) {
      shortest = shorter
      at = Math.min(at, shorter.length)
    }
  }
  const broken = breaks(shortest)
  return { kind, story: shortest, ...(broken !== undefined && { broken }) }
}

/** The story of a seed that breaks a promise, shortened to the moves that it needs. */
export function brokenBy<P>(kinds: readonly StoryKind<P>[], seed: number, length: number): readonly string[] {
  const result = runRandom(kinds, seed, length)
  if (result.broken === undefined) return []
  const { story, broken } = shorten(result)
  return [`seed ${seed}, ${result.kind.name}`, ...story, `broken: ${broken ?? result.broken}`]
}

/** Runs stories from the seed `first` on until one is broken, the number of stories is reached, or the time is up. */
export function runMany<P>(
  kinds: readonly StoryKind<P>[],
  length: number,
  { first, most, until }: { readonly first: number; readonly most: number; readonly until: number },
): {
  readonly stories: number
  readonly moves: number
  readonly kinds: number
  readonly broken: readonly string[]
} {
  const seen = new Set<string>()
  let moves = 0
  let stories = 0
  let broken: readonly string[] = []
  while (broken.length === 0 && stories < most && Date.now() < until) {
    const result = runRandom(kinds, first + stories, length)
    if (result.broken !== undefined) broken = brokenBy(kinds, first + stories, length)
    moves += result.story.length
    stories += 1
    seen.add(result.kind.name)
  }
  return { stories, moves, kinds: seen.size, broken }
}

function pick<T>(of: readonly T[], weigh: (one: T) => number, random: () => number): T | undefined {
  let at = random() * of.reduce((sum, one) => sum + weigh(one), 0)
  return of.find((one) => (at -= weigh(one)) < 0)
}

/** A small generator of random numbers from 0 to 1 with a seed (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
