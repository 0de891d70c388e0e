import { readFile } from 'node:fs/promises'
import { targetKey, targetOf } from '../../shared/text/file-links'
import { appError } from '../../shared/problem'
import { listPages } from '../library/catalog/list-pages'
import type { Workspace } from '../connections/workspace/workspace'
import type { ImportPlan, Left, PlannedFile, PlanOptions } from './import-plan'
import type { PlannedDocument } from './planned-document'
import { changeLinks } from '../../shared/markdown/change-links'
import { contentKey } from '../documents/retention/content-key'

export type LibrarySource = Pick<Workspace, 'catalog' | 'documents' | 'attachments'>

/**
 * A library of this device as a plan that can be imported into another one. Texts stay where they are until they are
 * needed; a text that is not on this device is read from its service. The caller holds `documents.pinAll` as long as it
 * uses the plan, so that no text is evicted meanwhile.
 */
export async function planLibrary(
  source: LibrarySource,
  { signal, onProgress }: PlanOptions = {},
): Promise<ImportPlan> {
  await source.attachments.readList(signal)
  const library = source.catalog.library()
  const folders = foldersOf(library.folders)
  const tags = new Map(library.tags.map(({ id, name }) => [id, name]))
  const left: Left[] = []
  const files = new Map<string, PlannedFile>()
  const pathOf = new Map<string, string>()
  for (const { id, name, alt, link } of source.attachments.list()) {
    const read = async () => new Uint8Array(await readFile((await source.attachments.open(link)).path))
    files.set(id, { entry: { path: name, read }, name, alt })
    // A text that is not rewritten yet still contains the link from before the upload.
    for (const held of [link, `stet-file:${id.replace(/^new:/, '')}`]) {
      const target = targetOf(held)
      if (target) pathOf.set(targetKey(target), id)
    }
  }
  const linked = (text: string, linkOf: (file: string) => string | undefined) =>
    changeLinks(text, ({ kind, target }) => {
      const found = kind === 'link' ? targetOf(target) : undefined
      const file = found && pathOf.get(targetKey(found))
      const link = file === undefined ? undefined : linkOf(file)
      return link === undefined ? undefined : { target: link }
    })

  const documents: PlannedDocument[] = []
  for await (const { items } of listPages(source.catalog)) {
    for (const { id, title, folderId, tagIds, status } of items) {
      signal?.throwIfAborted()
      const found = await textHere(source, id)
      if (found === undefined)
        left.push({
          path: title,
          why: 'Its text is not on this device and cannot be read now.',
          isTaken: false,
        })
      else {
        const named = new Set<string>()
        const plain = linked(found.text, (file) => {
          named.add(file)
          return '#'
        })
        documents.push({
          path: title,
          folder: folderId === null ? '' : (folders.get(folderId)?.path ?? ''),
          title: found.fields.title ?? '',
          tags: tagIds.flatMap((tag) => tags.get(tag) ?? []),
          inlineTags: [],
          status: status === 'published' ? 'published' : 'draft',
          isOurs: true,
          key: contentKey(found.fields.title ?? '', plain),
          files: named,
          async textOf(linkOf) {
            const here = source.documents.read(id)
            // An empty text in its place would look like the writer's own.
            if (!here) throw appError('unexpected', `The text of “${title}” left this device.`)
            return Promise.resolve(linked(here.text, linkOf))
          },
        })
      }
      onProgress?.(documents.length)
    }
  }

  return {
    documents,
    folders: [...folders.values()].sort((a, b) => a.path.split('/').length - b.path.split('/').length),
    tags: [...tags.values()],
    files,
    left,
    turnedLinks: 0,
    program: 'Stet',
  }
}

type Text = ReturnType<LibrarySource['documents']['read']>

/** The text on this device, or from the service where it is not here. `undefined`: it cannot be read now. */
export async function textHere({ documents }: Pick<Workspace, 'documents'>, id: string): Promise<Text> {
  try {
    return await documents.fetch(id)
  } catch {
    return undefined
  }
}

interface FolderAt {
  readonly path: string
  readonly name: string
}

/**
 * The folders by their import paths. Names may contain slashes, so they are encoded; a folder without a known parent is
 * put at the top.
 */
function foldersOf(
  folders: readonly { readonly id: string; readonly name: string; readonly parentId: string | null }[],
): ReadonlyMap<string, FolderAt> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const found = new Map<string, FolderAt>()
  const place = (id: string, below: readonly string[]): FolderAt | undefined => {
    const known = found.get(id)
    const folder = byId.get(id)
    if (known || !folder || below.includes(id)) return known
    const parent = folder.parentId === null ? undefined : place(folder.parentId, [...below, id])
    const path = (parent === undefined ? '' : `${parent.path}/`) + encodeURIComponent(folder.name)
    const at = { path, name: folder.name }
    found.set(id, at)
    return at
  }
  for (const { id } of folders) place(id, [])
  return found
}
