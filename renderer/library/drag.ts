import { useCallback, useEffect, useState, type DragEvent } from 'react'
import type { DocumentId, FolderId } from '../../shared/terms'
import styles from './library.module.css'

/**
 * The data types of drags within the window. The type names the kind of item, because the data cannot be read before
 * the drop.
 */
const DOCUMENTS = 'application/x-stet-documents'
const FOLDER = 'application/x-stet-folder'

export function dragDocuments(event: DragEvent, ids: readonly DocumentId[], title: string): void {
  event.dataTransfer.setData(DOCUMENTS, JSON.stringify(ids))
  event.dataTransfer.setData('text/plain', title)
  event.dataTransfer.effectAllowed = 'move'
  if (ids.length > 1) showCount(event, ids.length)
}

/**
 * Shows the number of dragged items beside the pointer. The browser takes the drag image before the next frame, so the
 * element is removed then.
 */
function showCount(event: DragEvent, count: number): void {
  const image = document.createElement('div')
  image.className = styles['dragCount'] ?? ''
  image.textContent = `${count.toLocaleString('en')} documents`
  document.body.append(image)
  event.dataTransfer.setDragImage(image, -8, -8)
  requestAnimationFrame(() => image.remove())
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

/** Calls `end` when a drag ends. Escape ends a drag without a `dragleave` event for the row under it. */
export function useDragEnd(isOver: boolean, end: () => void): void {
  useEffect(() => {
    if (!isOver) return
    document.addEventListener('dragend', end)
    return () => document.removeEventListener('dragend', end)
  }, [isOver, end])
}

/** Accepts dropped documents on a row; the returned props belong on its element. */
export function useDocumentDrop(drop: (ids: readonly DocumentId[]) => void) {
  const [isOver, setOver] = useState(false)
  const leave = useCallback(() => setOver(false), [])
  useDragEnd(isOver, leave)
  return {
    'data-drop': isOver ? 'into' : undefined,
    onDragOver(event: DragEvent) {
      if (draggedKind(event) !== 'documents') return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setOver(true)
    },
    onDragLeave: leave,
    onDrop(event: DragEvent) {
      setOver(false)
      if (draggedKind(event) !== 'documents') return
      event.preventDefault()
      drop(droppedDocuments(event))
    },
  }
}
