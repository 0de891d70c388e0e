const OUTSIDE = /^(?:https?:\/\/|mailto:)/i

/** The address as a link may hold it that leaves the file: web and mail alone; `undefined` for every other. */
export function outsideAddress(address: string): string | undefined {
  if (!OUTSIDE.test(address)) return undefined
  try {
    return new URL(address).href
  } catch {
    return undefined
  }
}
