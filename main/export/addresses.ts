import { leadsOutside } from '../../shared/markdown/html/leads-outside'

/** The address as a link may hold it that leaves the file: web and mail alone; `undefined` for every other. */
export function outsideAddress(address: string): string | undefined {
  if (!leadsOutside(address)) return undefined
  try {
    return new URL(address).href
  } catch {
    return undefined
  }
}
