import type { WaitingThing } from '../../sync/outbox/sendable'
import { changedFields, type Place } from './place'
import type { Places } from './places'

/** Another thing that has to happen first, and whether only the writer can bring that about. */
export interface Waiting {
  readonly words: string
  readonly isForWriter?: boolean
}

/** What waits on a folder, a tag or a file, in the outbox's words. */
export function describePlace(place: Place, places: Places, waitsFor: Waiting | undefined): WaitingThing {
  const needs = questionInWords(place, places) ?? waitsFor?.words
  return {
    kind: place.kind === 'file' && !place.base ? 'upload' : place.kind,
    what: pendingInWords(place, places),
    canDiscard: place.flight === undefined,
    ...(needs !== undefined && { needs }),
    ...(waitsFor !== undefined && waitsFor.isForWriter !== true && !place.question && { blocked: true }),
  }
}

function pendingInWords(place: Place, places: Places): string {
  const { kind, mine, base } = place
  if (place.deleted) return `Delete ${kind} “${mine.name}”`
  if (!base && kind === 'file') return `Upload “${mine.name}”${sizeInWords(place.content?.size)}`
  if (!base) return `New ${kind} “${mine.name}”`
  const changed = changedFields(base.fields, mine)
  if (changed.includes('name')) return `Rename ${kind} “${base.fields.name}” → “${mine.name}”`
  if (changed.includes('parentId'))
    return `Move folder “${mine.name}” into ${folderName(mine.parentId, places)}`
  if (changed.includes('alt')) return `Alternative text of “${mine.name}”`
  return changed.includes('position') ? `Reorder folder “${mine.name}”` : `Check ${kind} “${mine.name}”`
}

function questionInWords({ kind, mine, question }: Place, places: Places): string | undefined {
  switch (question?.kind) {
    case undefined:
      return undefined
    case 'refused':
      return `Not accepted: ${question.problem.message}`
    case 'gone-there':
      return `The ${kind} was deleted elsewhere. Retry makes it anew`
    case 'clash':
      if (question.theirs.name === mine.name && kind === 'file')
        return 'Its alternative text was changed elsewhere. Retry keeps yours'
      return question.theirs.name === mine.name
        ? `It was moved into ${folderName(question.theirs.parentId, places)} elsewhere. Retry keeps yours`
        : `It was renamed to “${question.theirs.name}” elsewhere. Retry keeps yours`
  }
}

/** "· 2.1 MB", as a writer counts. */
function sizeInWords(bytes: number | undefined): string {
  if (bytes === undefined) return ''
  if (bytes < 1_000) return ` · ${bytes} bytes`
  return bytes < 1_000_000 ? ` · ${Math.round(bytes / 1_000)} kB` : ` · ${(bytes / 1_000_000).toFixed(1)} MB`
}

function folderName(id: string | null | undefined, places: Places): string {
  if (id == null) return 'the top level'
  return `“${places.get('folder', id)?.mine.name ?? 'a folder that is not known here'}”`
}
