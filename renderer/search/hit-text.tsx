import { useAnswer } from '../state/queries'
import { excerptOf } from '../../shared/text/excerpt'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import { Marked } from './marked'
import styles from './search.module.css'
import { shownTitle } from '../../shared/terms'

/** The text of a result. `goesOn`: the previous result is from the same document, whose title is not repeated. */
export function HitText({ hit, goesOn }: { readonly hit: SearchHit; readonly goesOn: boolean }) {
  const { documentId, chunkId, passage } = hit
  return (
    <>
      <span className={goesOn ? 'visually-hidden' : styles.title}>{shownTitle(hit.title)}</span>
      <span className={styles.path}>{placeOf(hit)}</span>
      {passage === '' && chunkId !== undefined ? (
        <ChunkText documentId={documentId} chunkId={chunkId} />
      ) : (
        <span className={styles.excerpt}>
          <Marked text={hit.excerpt} marks={hit.marks} />
        </span>
      )}
    </>
  )
}

/** Two results in one sentence differ only in their words. */
export const keyOf = ({ documentId, chunkId, start, words }: SearchHit, index: number): string =>
  `${documentId} ${chunkId ?? ''} ${start ?? index} ${words[0]?.from ?? ''}`

/** The text of a result that the service returned without its text. */
function ChunkText(chunk: { readonly documentId: string; readonly chunkId: string }) {
  const { data, error } = useAnswer(['chunk', chunk.documentId, chunk.chunkId], 'search.chunk', chunk, {
    gcTime: 0,
  })
  return <span className={styles.excerpt}>{error?.message ?? excerptOf(data?.text ?? '')}</span>
}

function placeOf(hit: SearchHit): string {
  const parts = [hit.headingPath.join(' › ')]
  if (hit.changed) parts.push('changed since it was indexed')
  if (hit.unsent) parts.push('not sent yet, found on this device')
  return parts.filter((part) => part !== '').join(' · ')
}
