import { isPathSegment } from '../../shared/terms'
import { attempt } from '../../shared/thrown'

/** A document that a `stet:` address names. */
interface LinkedDocument {
  /** Its id here, or on the service. */
  readonly id: string
}

/** The longest address of the longest id that a window may name: each of its signs may be several bytes. */
const ADDRESS = /^stet:\/\/document\/([\w:!'()*.~%-]{1,2000})\/?$/

/**
 * Reads an address that any program or page may have handed over. All that one can ask for is that a document is shown;
 * undefined for everything else.
 */
export function linkedDocument(address: string): LinkedDocument | undefined {
  const written = ADDRESS.exec(address)?.[1] ?? ''
  const id = attempt(() => decodeURIComponent(written)) ?? ''
  return isPathSegment(id) && !id.includes('/') ? { id } : undefined
}

/** The address by which `linkedDocument` finds this id. */
export const stetLinkTo = (id: string): string =>
  `stet://document/${encodeURIComponent(id).replaceAll('%3A', ':')}`

/** The addresses among the words of a command line, those that name nothing among them. */
export const stetLinksIn = (words: readonly string[]): readonly string[] =>
  words.filter((word) => /^stet:/i.test(word))
