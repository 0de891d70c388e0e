/** The message of a thrown value; for a command that main refused, main's sentence for the writer. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The result of `work`; `undefined` where it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
