import type { DragEvent } from 'react'
import type { DocumentId, FolderId } from '../../shared/terms'

/** What is dragged within the window. The kind is in the type, because the data cannot be read before the drop. */
const DOCUMENTS = 'application/x-stet-documents'
const FOLDER = 'application/x-stet-folder'

export function dragDocuments(event: DragEvent, ids: readonly DocumentId[], title: string): void {
  event.dataTransfer.setData(DOCUMENTS, JSON.stringify(ids))
  event.dataTransfer.setData('text/plain', title)
  event.dataTransfer.effectAllowed = 'move'
}

export function dragFolder(event: DragEvent, id: FolderId): void {
  event.dataTransfer.setData(FOLDER, id)
  event.dataTransfer.effectAllowed = 'move'
}

export const draggedKind = (event: DragEvent): 'documents' | 'folder' | undefined =>
  event.dataTransfer.types.includes(DOCUMENTS)
    ? 'documents'
    : event.dataTransfer.types.includes(FOLDER)
      ? 'folder'
      : undefined

export function droppedDocuments(event: DragEvent): readonly DocumentId[] {
  try {
    const ids: unknown = JSON.parse(event.dataTransfer.getData(DOCUMENTS))
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export const droppedFolder = (event: DragEvent): FolderId => event.dataTransfer.getData(FOLDER)
