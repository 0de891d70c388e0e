/** The index of the row that a key leads to from the one at `at`; undefined for other keys. */
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
 * The index of the row whose name begins with the typed prefix, in lower case; `undefined` if there is none. A single
 * letter goes on to the next match; longer prefixes are matched from the row at `at` on.
 */
export function rowNamed(names: readonly string[], at: number, prefix: string): number | undefined {
  for (let step = prefix.length === 1 ? 1 : 0; step <= names.length; step++) {
    const index = (at + step) % names.length
    if (names[index]?.toLocaleLowerCase().startsWith(prefix) === true) return index
  }
  return undefined
}
