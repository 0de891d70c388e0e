import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentId } from '../../shared/terms'
import { openWordsSource } from '../store/words-source'
import type { FromPreview, PreviewData } from './replace-preview'
import { expressionOf, placesIn } from './replacing'
import { attempt } from '../../shared/thrown'

/**
 * Finds the places of a replacement. The search may never finish, depending on the expression: then the caller stops
 * the thread.
 */
const { library, ask, ids, most } = workerData as PreviewData
const port = parentPort!
const tell = (message: FromPreview) => port.postMessage(message)
const source = openWordsSource(library)
const expression = expressionOf(ask)
let left = most
/** A damaged text does not prevent the search of the others. */
const readable = (documentId: DocumentId) => attempt(() => source.read(documentId))
if (expression !== undefined)
  for (const documentId of ids) {
    tell({ kind: 'reads' })
    const found = readable(documentId)
    if (found === undefined) continue
    // Sent before each text, so that the caller notices one that takes too long.
    tell({ kind: 'looks' })
    const hits = placesIn(found.text, expression, ask, left + 1)
    if (hits.length === 0) continue
    tell({ kind: 'found', document: { documentId, title: found.title, hits: hits.slice(0, left) } })
    left -= hits.length
    if (left < 0) break
  }
tell({ kind: 'done', more: left < 0 })
source.close()
