/** One line of the table that `npm run bench` prints: ours, the peer's, the ratio, the goal. */
export type Row = {
  /** What was measured, in words a reader of the table understands. */
  readonly what: string
  /** Median of our side. */
  readonly ours: number
  /** Median of the peer's side, measured in the same run. */
  readonly peer: number
  readonly peerName: string
  /** Median of the ratios ours / peer, one for each round. */
  readonly ratio: number
  /** Smallest and largest of these ratios. */
  readonly spread: readonly [number, number]
  /** The ratio that is to be reached: at most this. */
  readonly goal: number
  /** Whether the median ratio, not merely a part of the spread, is within the goal. */
  readonly met: boolean
  readonly unit: 'ms'
}

/** A line of the table: beside a peer, or against a goal of its own. */
export interface Figure {
  readonly what: string
  readonly ours: number
  readonly unit: string
  readonly peer?: number
  readonly peerName?: string
  readonly ratio?: number
  /** In words where both the figure and the ratio are looked at. */
  readonly goal?: number | string
  readonly atLeast?: boolean
  readonly met?: boolean
}

/** A side of a comparison. It is timed as a whole, unless it returns a number: then that is its measure in ms. */
export type Side = () => void | number | Promise<void | number>

/**
 * Runs both sides in turn, changing who goes first, and returns their row. Fewer than 5 rounds are made 5:
 * machines are noisy, so only medians and ratios of rounds taken together count. `warmUp` rounds (2 unless
 * given) run before and are not counted.
 */
export async function compare(given: {
  readonly what: string
  readonly ours: Side
  readonly peer: Side
  readonly peerName: string
  /** At most this ratio of ours to the peer's. */
  readonly goal: number
  readonly rounds?: number
  readonly warmUp?: number
}): Promise<Row> {
  const { what, ours, peer, peerName, goal } = given
  const warmUp = given.warmUp ?? 2
  const rounds = Math.max(5, given.rounds ?? 9)
  const times = { ours: [] as number[], peer: [] as number[], ratios: [] as number[] }
  for (let round = -warmUp; round < rounds; round++) {
    const oursFirst = round % 2 === 0
    const first = await measure(oursFirst ? ours : peer)
    const second = await measure(oursFirst ? peer : ours)
    if (round < 0) continue
    const [mine, its] = oursFirst ? [first, second] : [second, first]
    times.ours.push(mine)
    times.peer.push(its)
    times.ratios.push(mine / its)
  }
  const ratio = median(times.ratios)
  return {
    what,
    ours: median(times.ours),
    peer: median(times.peer),
    peerName,
    ratio,
    spread: [Math.min(...times.ratios), Math.max(...times.ratios)],
    goal,
    met: ratio <= goal,
    unit: 'ms',
  }
}

/** The middle value, or the mean of the two in the middle; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? NaN
  const lower = sorted[(sorted.length - 1) >> 1] ?? NaN
  return (lower + upper) / 2
}

async function measure(side: Side): Promise<number> {
  const start = performance.now()
  const own = await side()
  return own ?? performance.now() - start
}
