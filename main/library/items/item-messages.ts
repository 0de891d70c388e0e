import { sizeInWords } from '../../../shared/text/size-in-words'
import type { WaitingThing } from '../../sync/outbox/sendable'
import { changedFields, openQuestion, type LibraryItem } from './library-item'
import type { LibraryItems } from './library-items'

/** Something that has to happen first, and whether only the writer can cause it. */
export interface Waiting {
  readonly words: string
  readonly isForWriter?: boolean
}

/** The pending change of a folder, a tag or a file, in the outbox's words. */
export function describeItem(
  item: LibraryItem,
  items: LibraryItems,
  waitsFor: Waiting | undefined,
): WaitingThing {
  const asked = questionMessage(item, items)
  const needs = asked?.needs ?? waitsFor?.words
  return {
    kind: item.kind === 'file' && !item.base ? 'upload' : item.kind,
    what: pendingInWords(item, items),
    canDiscard: item.flight === undefined,
    ...(needs !== undefined && { needs }),
    ...(asked?.choices && { choices: asked.choices }),
    ...(waitsFor !== undefined && waitsFor.isForWriter !== true && !openQuestion(item) && { blocked: true }),
  }
}

function pendingInWords(item: LibraryItem, items: LibraryItems): string {
  const { kind, mine, base } = item
  if (item.deleted) return `Delete ${kind} “${mine.name}”`
  const size = sizeInWords(item.content?.size)
  if (!base && kind === 'file') return `Upload “${mine.name}”${size && ` · ${size}`}`
  if (!base) return `New ${kind} “${mine.name}”`
  const changed = changedFields(base.fields, mine)
  if (changed.includes('name')) return `Rename ${kind} “${base.fields.name}” → “${mine.name}”`
  if (changed.includes('parentId'))
    return `Move folder “${mine.name}” into ${folderName(mine.parentId, items)}`
  if (changed.includes('alt')) return `Alternative text of “${mine.name}”`
  return changed.includes('position') ? `Reorder folder “${mine.name}”` : `Check ${kind} “${mine.name}”`
}

function questionMessage(
  item: LibraryItem,
  items: LibraryItems,
): Pick<WaitingThing, 'needs' | 'choices'> | undefined {
  const { kind, mine } = item
  const question = openQuestion(item)
  switch (question?.kind) {
    case undefined:
      return undefined
    case 'refused':
      return { needs: `Not accepted: ${question.problem.message}` }
    case 'gone-there':
      return {
        needs: `The ${kind} was deleted elsewhere`,
        choices: { mine: 'Make it again', theirs: 'Delete it here' },
      }
    case 'clash': {
      const { theirs } = question
      if (theirs.name !== mine.name)
        return {
          needs: `It was renamed to “${theirs.name}” elsewhere`,
          choices: { mine: `Keep “${mine.name}”`, theirs: `Take “${theirs.name}”` },
        }
      if (kind === 'file')
        return {
          needs: 'Its alternative text was changed elsewhere',
          choices: { mine: 'Keep mine', theirs: 'Take theirs' },
        }
      const there = folderName(theirs.parentId, items)
      return {
        needs: `It was moved into ${there} elsewhere`,
        choices: { mine: `Keep it in ${folderName(mine.parentId, items)}`, theirs: `Move it into ${there}` },
      }
    }
  }
}

function folderName(id: string | null | undefined, items: LibraryItems): string {
  if (id == null) return 'the top level'
  return `“${items.get('folder', id)?.mine.name ?? 'a folder that is not known here'}”`
}
