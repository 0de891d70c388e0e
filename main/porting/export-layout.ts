import { targetKey, targetOf } from '../../shared/text/file-links'
import { listPages } from '../library/catalog/list-pages'
import type { Workspace } from '../connections/workspace/workspace'
import { safeName, splitName } from '../system/file-names'
import { relativeLink } from './links'
import { changeLinks } from '../../shared/markdown/change-links'
import { FILES_FOLDER, MANIFEST } from './manifest'

export interface Layout {
  readonly folders: readonly { readonly id: string; readonly path: string; readonly name: string }[]
  readonly documents: readonly PlacedDocument[]
  readonly files: readonly PlacedFile[]
  readonly tags: ReadonlyMap<string, string>
  /** The files, by `targetKey`. */
  readonly fileOf: ReadonlyMap<string, PlacedFile>
  /** The files that exported documents use. */
  readonly used: Set<string>
}

export interface PlacedDocument {
  readonly id: string
  readonly path: string
  readonly updatedAt: string
}

export interface PlacedFile {
  readonly id: string
  readonly path: string
  readonly link: string
  readonly name: string
  readonly alt: string
}

/** Computes the path of every document and file; the result stays the same as long as names and folders do. */
export async function layoutOf(
  { catalog, attachments }: Pick<Workspace, 'catalog' | 'attachments'>,
  top: string | null,
): Promise<Layout> {
  const library = catalog.library()
  const taken = new Map<string, Set<string>>()
  const takenIn = (folder: string) => {
    const names = taken.get(folder) ?? new Set(folder === '' ? [MANIFEST, FILES_FOLDER.toLowerCase()] : [])
    taken.set(folder, names)
    return names
  }
  const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

  const paths = new Map<string, string>()
  const folders: { id: string; path: string; name: string }[] = []
  // In the order of the tree, parents come first.
  for (const { id, name, parentId } of library.folders) {
    const parent = parentId === null || parentId === top ? '' : paths.get(parentId)
    if (id === top || (parent === undefined && top !== null) || (top !== null && parentId === null)) continue
    const within = join(parent ?? '', safeName(name, takenIn(parent ?? '')))
    paths.set(id, within)
    folders.push({ id, path: within, name })
  }

  const documents: PlacedDocument[] = []
  for await (const { items } of listPages(catalog))
    for (const { id, title, folderId, updatedAt } of items) {
      const within = folderId === top || folderId === null ? '' : paths.get(folderId)
      if (top !== null && folderId !== top && within === undefined) continue
      if (top !== null && folderId === null) continue
      const folder = within ?? ''
      documents.push({ id, path: join(folder, safeName(title, takenIn(folder), '.md')), updatedAt })
    }

  const files = attachments.list().map(({ id, name, alt, link }) => {
    const [stem, extension] = splitName(name)
    const safe = safeName(stem, takenIn(FILES_FOLDER), safeExtension(extension))
    return { id, path: `${FILES_FOLDER}/${safe}`, link, name, alt }
  })
  const fileOf = new Map<string, PlacedFile>()
  for (const file of files)
    for (const link of [file.link, `stet-file:${file.id.replace(/^new:/, '')}`]) {
      const target = targetOf(link)
      if (target) fileOf.set(targetKey(target), file)
    }
  const tags = new Map(library.tags.map(({ id, name }) => [id, name]))
  return { folders, documents, files, tags, fileOf, used: new Set() }
}

const safeExtension = (extension: string): string => extension.replace(/[^.\p{L}\p{N}_-]/gu, '')

/** The text with links that are relative to its path; the files that it uses are noted in `layout.used`. */
export function linkedFrom(from: string, text: string, layout: Layout): string {
  return changeLinks(text, ({ kind, target }) => {
    const found = kind === 'link' ? targetOf(target) : undefined
    const file = found && layout.fileOf.get(targetKey(found))
    if (!file) return undefined
    layout.used.add(file.id)
    return { target: relativeLink(from, file.path) }
  })
}
