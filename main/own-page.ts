/**
 * The `origin` of a custom scheme is the string "null", so scheme and host are compared (house.md, "The IPC contract").
 * `development` is the dev server's address, absent in a built app.
 */
export function isOwnPage(url: string, development?: string): boolean {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    return false
  }
  if (parsed.protocol === 'app:' && parsed.host === 'stet') return true
  return development !== undefined && parsed.origin === new URL(development).origin
}
