import { leadsOutside } from '../../shared/markdown/html/leads-outside'
import { attempt } from '../../shared/thrown'

/** The address for a link out of the file: only web and mail addresses are kept; `undefined` for every other. */
export function outsideAddress(address: string): string | undefined {
  return leadsOutside(address) ? attempt(() => new URL(address).href) : undefined
}
