/** The row of a list that a key leads to from the one at `at`; undefined where the key leads to none. */
export function rowByKey(key: string, at: number, count: number, page = 0): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    Home: -count,
    End: count,
    PageDown: page,
    PageUp: -page,
  }
  const step = steps[key] ?? 0
  return step === 0 ? undefined : Math.min(count - 1, Math.max(0, at + step))
}
