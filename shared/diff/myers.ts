import type { Work } from './sequence'

/**
 * Marks a longest common subsequence of the values at `aPlaces` and `bPlaces` in `partner` (index in a -> index in b).
 * This is the linear-space refinement of Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): find a point
 * in the middle of a shortest edit from both ends at once, then solve both halves. When the work is spent it stops with
 * fewer marks.
 */
export function alignByMyers(
  a: Int32Array,
  b: Int32Array,
  aPlaces: Int32Array,
  bPlaces: Int32Array,
  partner: Int32Array,
  work: Work,
): void {
  const x = aPlaces.map((place) => a[place]!)
  const y = bPlaces.map((place) => b[place]!)
  const zero = x.length + y.length + 2
  const paths: Paths = { forward: new Int32Array(2 * zero + 1), backward: new Int32Array(2 * zero + 1), zero }
  const pending: Box[] = [{ left: 0, right: x.length, top: 0, bottom: y.length }]
  for (let box = pending.pop(); box; box = pending.pop()) {
    let { left, right, top, bottom } = box
    while (left < right && top < bottom && x[left] === y[top]) partner[aPlaces[left++]!] = bPlaces[top++]!
    while (left < right && top < bottom && x[right - 1] === y[bottom - 1])
      partner[aPlaces[--right]!] = bPlaces[--bottom]!
    if (left === right || top === bottom) continue
    const split = middle(x, y, { left, right, top, bottom }, paths, work)
    if (split === undefined) return
    pending.push(
      { left: split.x, right, top: split.y, bottom },
      { left, right: split.x, top, bottom: split.y },
    )
  }
}

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** For each diagonal k = x - y, at `zero + k`: how far a path of the present length reaches, -1 for none. */
type Paths = { readonly forward: Int32Array; readonly backward: Int32Array; readonly zero: number }

/** A point that a shortest edit of the box passes through; undefined when the work is spent. */
function middle(
  x: Int32Array,
  y: Int32Array,
  box: Box,
  paths: Paths,
  work: Work,
): { x: number; y: number } | undefined {
  const { left, right, top, bottom } = box
  const { forward, backward, zero } = paths
  const width = right - left
  const height = bottom - top
  const delta = width - height
  const odd = (delta & 1) !== 0
  forward.fill(-1, zero - height - 2, zero + width + 3)
  backward.fill(-1, zero - height - 2, zero + width + 3)
  forward[zero + 1] = 0
  backward[zero + 1] = 0
  // Diagonals that left the box at the right or at the bottom are no longer followed.
  let [forwardLow, forwardHigh, backwardLow, backwardHigh] = [0, 0, 0, 0]
  const rounds = (width + height + 1) >> 1
  for (let d = 0; d <= rounds; d++) {
    let steps = 2 * d + 2
    for (let k = -d + forwardLow; k <= d - forwardHigh; k += 2) {
      const start = nextStep(forward, zero + k, k === -d, k === d)
      let i = start
      while (i < width && i - k < height && x[left + i] === y[top + i - k]) i++
      forward[zero + k] = i
      steps += i - start
      if (i > width) forwardHigh += 2
      else if (i - k > height) forwardLow += 2
      else if (odd && meets(backward, zero, delta - k, d - 1, width - i))
        return spent(work, steps, left + i, top + i - k)
    }
    for (let k = -d + backwardLow; k <= d - backwardHigh; k += 2) {
      const start = nextStep(backward, zero + k, k === -d, k === d)
      let i = start
      while (i < width && i - k < height && x[right - 1 - i] === y[bottom - 1 - i + k]) i++
      backward[zero + k] = i
      steps += i - start
      if (i > width) backwardHigh += 2
      else if (i - k > height) backwardLow += 2
      else if (!odd && meets(forward, zero, delta - k, d, width - i))
        return spent(work, steps, right - i, bottom - i + k)
    }
    work.left -= steps
    if (work.left < 0) return undefined
  }
  return undefined
}

function nextStep(path: Int32Array, at: number, lowest: boolean, highest: boolean): number {
  const down = path[at + 1]!
  const across = path[at - 1]!
  return lowest || (!highest && across < down) ? down : across + 1
}

function meets(other: Int32Array, zero: number, k: number, d: number, distance: number): boolean {
  if (k < -d || k > d) return false
  const reached = other[zero + k]!
  return reached >= 0 && reached >= distance
}

function spent(work: Work, steps: number, x: number, y: number): { x: number; y: number } {
  work.left -= steps
  return { x, y }
}
