import { attempt } from '../../shared/thrown'

export const APP_ORIGIN = 'app://stet'

/** The `origin` of a custom scheme is the string "null", so scheme and host are compared. */
export function isAppPage(url: string): boolean {
  const address = attempt(() => new URL(url))
  return address !== undefined && `${address.protocol}//${address.host}` === APP_ORIGIN
}
