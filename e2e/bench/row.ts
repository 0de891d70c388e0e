/** One row of the table printed by `npm run bench`: ours, the peer, the ratio, the goal. */
export type Row = {
  /** The measurement, in words for readers of the table. */
  readonly what: string
  /** The median of our side. */
  readonly ours: number
  /** The median of the peer, measured in the same run. */
  readonly peer: number
  readonly peerName: string
  /** The median of the ratios ours / peer, one for each round. */
  readonly ratio: number
  /** The smallest and the largest of these ratios. */
  readonly spread: readonly [number, number]
  /** The maximum ratio allowed. */
  readonly goal: number
  /** Whether the median ratio, not only a part of the spread, is within the goal. */
  readonly met: boolean
  readonly unit: 'ms'
}

/** A row of the table, compared with a peer or with a fixed goal. */
export interface Figure {
  readonly what: string
  readonly ours: number
  readonly unit: string
  readonly peer?: number
  readonly peerName?: string
  readonly ratio?: number
  /** The goal in words if both the figure and the ratio count. */
  readonly goal?: number | string
  readonly atLeast?: boolean
  readonly met?: boolean
}

/**
 * One side of a comparison. The whole call is timed, unless the function returns a number, which is then the measure in
 * ms.
 */
export type Side = () => void | number | Promise<void | number>

/**
 * Runs both sides alternately, each of them first in turn, and returns their row. There are at least 5 rounds, because
 * machines are noisy, so only medians and ratios of many rounds are meaningful. `warmUp` rounds (by default 2) run
 * before and are not counted.
 */
export async function compare(given: {
  readonly what: string
  readonly ours: Side
  readonly peer: Side
  readonly peerName: string
  /** The maximum ratio of ours to the peer. */
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

/** The middle value, or the mean of the two middle values; NaN for an empty list. */
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
