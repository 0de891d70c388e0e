import { leadsOutside } from '../../shared/markdown/html/leads-outside'
import { attempt } from '../../shared/thrown'

/** The address as a link may hold it that leaves the file: web and mail alone; `undefined` for every other. */
export function outsideAddress(address: string): string | undefined {
  return leadsOutside(address) ? attempt(() => new URL(address).href) : undefined
}
