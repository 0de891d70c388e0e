import type { CommandOutput } from '../../../shared/ipc/ipc'
import { appError } from '../../../shared/problem'
import {
  hereLink,
  relinked,
  servedLink,
  targetKey,
  targetOf,
  targetsIn,
  unlinked,
} from '../../../shared/text/file-links'
import type { Documents } from '../../documents/documents'
import type { FileUses } from '../../store/file-uses'
import type { LibraryItem } from '../items/library-item'
import { newItemId, type LibraryItems } from '../items/library-items'

export interface FileReferencesParts {
  readonly items: LibraryItems
  readonly documents: Pick<Documents, 'rewrite'>
  readonly uses: FileUses
  /** Takes in which files the latest texts use. */
  readonly catchUp: () => void
  readonly basePath: string
}

export type FileReferences = ReturnType<typeof createFileReferences>

/** The links of texts to files: by an id of this device until the upload is done, then by the service's address. */
export function createFileReferences({ items, documents, uses, catchUp, basePath }: FileReferencesParts) {
  const keysOf = ({ id, remoteId }: LibraryItem): readonly string[] => [
    targetKey({ kind: 'here', uuid: uuidOf(id) }),
    ...(remoteId === undefined ? [] : [targetKey({ kind: 'there', remoteId })]),
  ]

  /** The service's address of a file whose upload is done. */
  const served = (uuid: string) => {
    const remoteId = items.get('file', newItemId(uuid))?.remoteId
    return remoteId === undefined ? undefined : servedLink(basePath, remoteId)
  }

  return {
    linkTo: ({ id, remoteId }: LibraryItem): string =>
      remoteId === undefined ? hereLink(uuidOf(id)) : servedLink(basePath, remoteId),

    /** Returns a function that counts the texts which use a file. */
    counter(): (item: LibraryItem) => number {
      catchUp()
      const counts = uses.counts()
      return (item) => keysOf(item).reduce((sum, key) => sum + (counts.get(key) ?? 0), 0)
    },

    usesOf(item: LibraryItem): CommandOutput<'file.uses'> {
      catchUp()
      const found = keysOf(item).flatMap((key) => uses.of(key))
      return [...new Map(found.map((use) => [use.documentId, use])).values()]
    },

    /** Replaces the links of finished uploads in all texts. */
    relink(): void {
      const waiting = uses.startingWith(hereLink('')).filter(({ target }) => {
        const found = targetOf(target)
        return found?.kind === 'here' && served(found.uuid) !== undefined
      })
      for (const documentId of new Set(waiting.map((use) => use.documentId)))
        documents.rewrite(documentId, (text) => relinked(text, served))
    },

    /** Removes the links to a file that was never uploaded from all texts. */
    unlink({ id }: LibraryItem): void {
      catchUp()
      const uuid = uuidOf(id)
      for (const { documentId } of uses.of(hereLink(uuid)))
        documents.rewrite(documentId, (text) => unlinked(text, uuid))
    },

    /** Throws an AppError where a file in the text is not on the service yet. */
    requireUploaded(text: string): void {
      for (const target of targetsIn(text)) {
        const item = target.kind === 'here' ? items.get('file', newItemId(target.uuid)) : undefined
        if (item && item.remoteId === undefined)
          throw appError('not-allowed', `“${item.mine.name}” is not uploaded yet; publishing waits for it.`)
      }
    },
  }
}

const uuidOf = (id: string): string => id.replace(/^new:/, '')
