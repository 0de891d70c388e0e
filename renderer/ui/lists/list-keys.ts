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

/**
 * The row whose name begins with what was typed, in lower case; `undefined` where there is none. A single letter goes on
 * from row to row, several are looked for from the row at `at`.
 */
export function rowNamed(names: readonly string[], at: number, prefix: string): number | undefined {
  for (let step = prefix.length === 1 ? 1 : 0; step <= names.length; step++) {
    const index = (at + step) % names.length
    if (names[index]?.toLocaleLowerCase().startsWith(prefix) === true) return index
  }
  return undefined
}
