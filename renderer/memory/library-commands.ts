import { nameInLinks } from '../../shared/markdown/title-links'
import { refused, type HandlersOf, type MemoryCore } from './core'
import { inGroupOrder, type DocumentGroup } from '../../shared/ipc/document-groups'
import type { CommandInput } from '../../shared/ipc/ipc'
import { isSameTagName } from '../../shared/text/tag-name'
import { isIn, listOf, summaryOf, type MemoryDocument } from './records'

const COUNTED = ['all', 'drafts', 'published', 'needs-you', 'edited-since-published', 'untagged'] as const
type Counted = (typeof COUNTED)[number]

/** Folders, tags and lists. */
export function libraryCommands(
  core: MemoryCore,
): HandlersOf<
  | 'library.get'
  | 'library.batch'
  | 'documents.list'
  | 'documents.ids'
  | 'documents.seek'
  | 'documents.summaries'
  | 'documents.find'
  | 'documents.missing-titles'
  | 'folder.create'
  | 'folder.rename'
  | 'folder.move'
  | 'folder.delete'
  | 'folder.restore'
  | 'folder.keep-offline'
  | 'tag.create'
  | 'tag.rename'
  | 'tag.delete'
> {
  const { records, libraryChanged, newId } = core

  function offlineOf(id: string): 'chosen' | 'within' | undefined {
    if (records.keptOffline.has(id)) return 'chosen'
    const parentId = records.folders.get(id)?.parentId
    return parentId != null && offlineOf(parentId) !== undefined ? 'within' : undefined
  }

  const tagNamed = (name: string) => [...records.tags.values()].find((tag) => isSameTagName(tag.name, name))

  const summary = (document: MemoryDocument) => summaryOf(document, records.withoutText.has(document.id))

  /** A list in its order, divided where that is asked. */
  function dividedOf(list: Omit<CommandInput<'documents.list'>, 'offset' | 'limit'>) {
    const { filter, sort, descending, group } = list
    const found = listOf(records, filter, sort, descending)
    if (group === undefined) return { documents: found }
    const parts = new Map<string, MemoryDocument[]>()
    for (const document of found) {
      const key = groupOf(document, group)
      parts.set(key, [...(parts.get(key) ?? []), document])
    }
    const groups = inGroupOrder(
      [...parts].map(([key, { length }]) => ({ key, count: length })),
      group,
      { folders: [...records.folders.keys()], descending: descending || sort === 'title' },
    )
    return { documents: groups.flatMap(({ key }) => parts.get(key) ?? []), groups: [...groups] }
  }

  return {
    'library.batch': () => undefined,
    'library.get': () => {
      const inFolder = new Map<string | null, number>()
      const withTag = new Map<string, number>()
      const more = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
      const counts = Object.fromEntries(COUNTED.map((smart) => [smart, 0])) as Record<Counted, number>
      for (const document of records.documents.values()) {
        if (document.deleted) continue
        more(inFolder, document.folderId)
        for (const id of document.tagIds) more(withTag, id)
        for (const smart of COUNTED) if (isIn(document, smart)) counts[smart]++
      }
      return {
        folders: [...records.folders.values()].map((folder) => {
          const offline = offlineOf(folder.id)
          return {
            ...folder,
            documents: inFolder.get(folder.id) ?? 0,
            ...(offline && { offline }),
          }
        }),
        tags: [...records.tags.values()].map((tag) => ({
          ...tag,
          documents: withTag.get(tag.id) ?? 0,
        })),
        counts: { ...counts, 'no-folder': inFolder.get(null) ?? 0 },
        withoutText: records.withoutText.size,
      }
    },
    'documents.list': ({ offset, limit, ...list }) => {
      const { documents, groups } = dividedOf(list)
      const items = documents.slice(offset, offset + limit).map(summary)
      return { items, total: documents.length, ...(groups && { groups }) }
    },
    'documents.ids': ({ offset, limit, ...list }) =>
      dividedOf(list)
        .documents.slice(offset, offset + limit)
        .map(({ id }) => id),
    'documents.seek': ({ prefix, from, ...list }) => {
      const { documents } = dividedOf(list)
      const round = documents.map((_, step) => (from + step) % documents.length)
      const begins = (index: number) => documents[index]?.title.toLowerCase().startsWith(prefix.toLowerCase())
      return round.find((index) => begins(index) === true) ?? null
    },
    'documents.summaries': ({ ids }) =>
      ids.flatMap((id) => {
        const document = records.documents.get(id)
        return document === undefined || document.deleted ? [] : [summary(document)]
      }),
    'documents.find': ({ query, limit }) =>
      listOf(records, {}, 'updated', true)
        .filter(({ title }) =>
          [title, nameInLinks(title)].some((name) => name.toLowerCase().includes(query.toLowerCase())),
        )
        .slice(0, limit)
        .map(summary),
    'documents.missing-titles': ({ titles }) => {
      const there = new Set(
        listOf(records, {}, 'updated', true).flatMap(({ title }) =>
          [title.trim(), nameInLinks(title)].map((name) => name.toLowerCase()),
        ),
      )
      return titles.filter((title) => !there.has(title.trim().toLowerCase()))
    },
    'folder.create': ({ id = newId('f'), name, parentId }) => {
      if (records.folders.has(id)) throw refused('not-allowed', 'This folder is here already.')
      records.folders.set(id, { id, name, parentId, position: records.folders.size + 100 })
      libraryChanged()
      return { id }
    },
    'folder.rename': ({ id, name }) => {
      const folder = records.folders.get(id)
      if (folder === undefined) throw refused('not-found-here', 'This folder is not on this device.')
      folder.name = name
      libraryChanged()
    },
    'folder.move': ({ id, parentId, position }) => {
      const folder = records.folders.get(id)
      if (folder === undefined) throw refused('not-found-here', 'This folder is not on this device.')
      folder.parentId = parentId
      if (position !== undefined) folder.position = position - 0.5
      libraryChanged()
    },
    'folder.delete': ({ id }) => {
      const folder = records.folders.get(id)
      if (folder === undefined) throw refused('not-found-here', 'This folder is not on this device.')
      const folders = [folder]
      for (const { id: parentId } of folders)
        folders.push(...[...records.folders.values()].filter((one) => one.parentId === parentId))
      const documents = [...records.documents.values()].filter(
        ({ deleted, folderId }) => !deleted && folders.some((one) => one.id === folderId),
      )
      records.deletedFolders.set(id, { folders, documents })
      for (const one of folders) records.folders.delete(one.id)
      for (const document of documents) core.setDeleted(document, true)
      libraryChanged()
      return { documents: documents.length }
    },
    'folder.restore': ({ id }) => {
      const going = records.deletedFolders.get(id)
      if (going === undefined) throw refused('not-found-here', 'This folder is not on this device.')
      for (const folder of going.folders) records.folders.set(folder.id, folder)
      for (const document of going.documents) core.setDeleted(document, false)
      libraryChanged()
    },
    'folder.keep-offline': ({ id, kept }) => {
      if (!records.folders.has(id)) throw refused('not-found-here', 'This folder is not on this device.')
      if (kept) records.keptOffline.add(id)
      else records.keptOffline.delete(id)
      const missed = [...records.documents.values()].filter(
        ({ id: documentId, folderId }) =>
          records.withoutText.has(documentId) && folderId !== null && offlineOf(folderId) !== undefined,
      )
      if (records.connection.state === 'online')
        for (const document of missed) records.withoutText.delete(document.id)
      libraryChanged()
      return { withoutText: missed.length }
    },
    'tag.create': ({ id = newId('t'), name }) => {
      const same = tagNamed(name)
      if (same !== undefined) return { id: same.id }
      if (records.tags.has(id)) throw refused('not-allowed', 'This tag is here already.')
      records.tags.set(id, { id, name })
      libraryChanged()
      return { id }
    },
    'tag.rename': ({ id, name }) => {
      const same = tagNamed(name)
      if (same !== undefined && same.id !== id)
        throw refused('not-allowed', `There is already a tag “${same.name}”.`)
      records.tags.set(id, { id, name })
      libraryChanged()
    },
    'tag.delete': ({ id }) => {
      records.tags.delete(id)
      for (const document of records.documents.values())
        document.tagIds = document.tagIds.filter((tag) => tag !== id)
      libraryChanged()
    },
  }
}

const groupOf = ({ folderId, status, updatedAt }: MemoryDocument, by: DocumentGroup): string =>
  by === 'folder'
    ? (folderId ?? '')
    : by === 'status'
      ? status
      : new Date(updatedAt).toISOString().slice(0, 7)
