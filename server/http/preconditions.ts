import { HEADER } from '../../shared/api/api'
import { Refusal, invalid } from './refusal'

/** The ETag of a document has the shape that the content API, section 4, "Conditional writes", gives it. */
export const documentEtag = (id: number, revision: number): string => `"doc-${id}-${revision}"`
/** The ETag of a folder's write-state revision (content API, section 4, "Conditional writes", rule 3). */
export const folderEtag = (id: number, revision: number): string => `"folder-${id}-${revision}"`
/** The ETag of a file's metadata; its content has an ETag of its own. */
export const fileEtag = (id: number, revision: number): string => `"file-${id}-${revision}"`

const ONE_STRONG_TAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/

/**
 * Checks `If-Match` against the present ETag of the resource. Must be called in the transaction that writes, after the
 * resource was found. Throws 428 where the header is missing under strict revisions, 412 where it names another state,
 * 422 where it is the wildcard, a list, weak, or not an entity tag: a client sends exactly the one value that it read.
 */
export function requireMatch(headers: Headers, current: string, strict: boolean): void {
  const sent = headers.get(HEADER.ifMatch)
  if (sent === current) return
  if (sent === null) {
    if (strict) throw new Refusal(428, { message: 'Read the resource first and send its ETag in If-Match.' })
    return
  }
  if (!ONE_STRONG_TAG.test(sent.trim()))
    throw invalid({
      [HEADER.ifMatch]: [
        sent.trim().startsWith('W/')
          ? 'If-Match holds a weak ETag, which names no single state. A proxy that compresses answers makes ETags weak; switch its compression off for /api.'
          : 'If-Match must be the one strong ETag that was read, with its quotes.',
      ],
    })
  if (sent.trim() !== current)
    throw new Refusal(412, { message: 'The revision in If-Match is stale; read the resource again.' })
}

/** Whether `If-None-Match` names the present state of the resource, by the weak comparison of RFC 9110. */
export function isUnchanged(headers: Headers, current: string): boolean {
  const sent = headers.get(HEADER.ifNoneMatch)
  if (sent === null) return false
  return sent.split(',').some((tag) => ['*', current].includes(tag.trim().replace(/^W\//, '')))
}
