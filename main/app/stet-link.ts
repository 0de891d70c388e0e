import { isPathSegment } from '../../shared/terms'
import { attempt } from '../../shared/thrown'

/** The document of a `stet:` address. */
interface LinkedDocument {
  /** Its id on this device, or on the service. */
  readonly id: string
}

/** The longest address for the longest id that a window may use: each character may take several bytes. */
const ADDRESS = /^stet:\/\/document\/([\w:!'()*.~%-]{1,2000})\/?$/

/**
 * Reads an address that any program or page may have passed. It can only ask for a document to be shown; `undefined`
 * for everything else.
 */
export function linkedDocument(address: string): LinkedDocument | undefined {
  const written = ADDRESS.exec(address)?.[1] ?? ''
  const id = attempt(() => decodeURIComponent(written)) ?? ''
  return isPathSegment(id) && !id.includes('/') ? { id } : undefined
}

/** The address by which `linkedDocument` finds this id. */
export const stetLinkTo = (id: string): string =>
  `stet://document/${encodeURIComponent(id).replaceAll('%3A', ':')}`

/** The `stet:` addresses among the arguments of a command line, including invalid ones. */
export const stetLinksIn = (words: readonly string[]): readonly string[] =>
  words.filter((word) => /^stet:/i.test(word))
