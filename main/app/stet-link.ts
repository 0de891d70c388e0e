/** A document that a `stet:` address names. */
interface LinkedDocument {
  readonly id: string
}

/** Ids are the app's own (a UUID) or a service's number; nothing else gets on from here. */
const ADDRESS = /^stet:\/\/document\/([\w-]{1,64})\/?$/

/**
 * Reads an address that any program or page may have handed over. All that one can ask for is that a document is shown;
 * undefined for everything else.
 */
export function linkedDocument(address: string): LinkedDocument | undefined {
  const id = ADDRESS.exec(address)?.[1]
  return id === undefined ? undefined : { id }
}

/** The addresses among the words of a command line. */
export const stetLinksIn = (words: readonly string[]): readonly string[] =>
  words.filter((word) => linkedDocument(word) !== undefined)
