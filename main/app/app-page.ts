export const APP_ORIGIN = 'app://stet'

/** The `origin` of a custom scheme is the string "null", so scheme and host are compared. */
export function isAppPage(url: string): boolean {
  try {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}` === APP_ORIGIN
  } catch {
    return false
  }
}
