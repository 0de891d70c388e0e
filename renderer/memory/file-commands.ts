import type { EXPORT_COMMANDS } from '../../shared/ipc/ipc-export'
import type { FILE_COMMANDS, FileSummary } from '../../shared/ipc/ipc-files'
import type { CommandOutput } from '../../shared/ipc/ipc'
import type { PORTING_COMMANDS } from '../../shared/ipc/ipc-porting'
import { newDocument } from './records'
import { refused, type HandlersOf, type MemoryCore } from './core'

/** Files: stored at once, named by the documents that hold their link. Import and export: as if two notes were chosen. */
export function fileCommands(
  core: MemoryCore,
): HandlersOf<keyof typeof FILE_COMMANDS | keyof typeof PORTING_COMMANDS | keyof typeof EXPORT_COMMANDS> {
  const { records, emit, newId } = core
  const { files } = records
  let imported: CommandOutput<'import.last'> = null
  let dropped: readonly string[] = []
  const changed = () => emit('files.changed', {})
  const find = (id: string): FileSummary => {
    const found = files.get(id)
    if (found === undefined) throw refused('not-found-here', 'This file is not here any more.')
    return found
  }
  const usesOf = ({ link }: FileSummary) =>
    [...records.documents.values()].filter(({ text, deleted }) => !deleted && text.includes(link))
  const deleted = new Map<string, FileSummary>()

  const report = () => ({
    plan: 1,
    name: 'Notes',
    program: 'Obsidian',
    documents: 2,
    duplicates: 0,
    folders: 1,
    files: 1,
    tags: ['sea'],
    turnedLinks: 4,
    tagsInText: ['winter'],
    left: [{ path: 'Notes/old.doc', why: 'No document names it.' }],
    leftCount: 1,
    skipped: { files: 1, folders: 0 },
  })
  return {
    'file.add': ({ name, bytes }) => {
      const id = newId('file')
      const link = `stet-file:${id}`
      const type = /\.png$/i.test(name) ? 'image/png' : 'application/octet-stream'
      const isImage = type === 'image/png'
      files.set(id, {
        id,
        name,
        alt: '',
        bytes: bytes.byteLength,
        link,
        isImage,
        isHere: true,
        uses: 0,
        state: records.connection.state === 'online' ? 'stored' : 'waiting',
        outboxId: `row:file:${id}`,
      })
      changed()
      return { id, name, link, isImage }
    },
    'file.choose': () => [],
    'files.list': () =>
      [...files.values()]
        .map((file) => ({ ...file, uses: usesOf(file).length }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    'file.uses': ({ id }) =>
      usesOf(find(id)).map((document) => ({ documentId: document.id, title: document.title })),
    'file.missing': ({ link }) => {
      if (records.connection.state !== 'online')
        return { why: 'This picture is not on this device, and the service cannot be reached now.' }
      return [...files.values()].some((file) => file.link === link)
        ? {}
        : { why: 'The service does not have this picture any more.' }
    },
    'file.edit': ({ id, name, alt }) => {
      const file = find(id)
      files.set(id, { ...file, name: name ?? file.name, alt: alt ?? file.alt })
      changed()
    },
    'file.delete': ({ ids }) => {
      for (const id of ids) {
        deleted.set(id, find(id))
        files.delete(id)
      }
      changed()
    },
    'file.restore': ({ ids }) => {
      for (const id of ids) {
        const file = deleted.get(id)
        if (file === undefined) throw refused('not-found-here', 'This file is not here any more.')
        files.set(id, file)
      }
      changed()
    },
    'file.remove': ({ id }) => {
      const { link } = find(id)
      for (const document of usesOf(find(id)))
        core.replaceText(
          document,
          document.text.replace(`](${link})`, ']()').replace(/!?\[[^\][]*\]\(\)/, ''),
        )
      files.delete(id)
      changed()
    },
    'file.save-as': () => ({ saved: false }),
    'import.plan': report,
    'import.plan-given': ({ files: given }) => ({
      ...report(),
      name: given[0]?.name ?? '',
      documents: given.length,
    }),
    'import.opened': () => false,
    'import.start': () => {
      dropped = []
      imported = { import: 1, name: 'Notes', documents: 2 }
      return { documents: 2, duplicates: 0, files: 1, failed: [], failedCount: 0, isComplete: true }
    },
    'import.last': () => imported,
    'import.undo': () => {
      if (imported === null) throw refused('not-found-here', 'This import can no longer be undone.')
      imported = null
      const ids = [...dropped]
      dropped = []
      for (const id of ids) records.documents.delete(id)
      core.libraryChanged()
      const counts = ids.length === 0 ? { documents: 2, files: 1 } : { documents: ids.length, files: 0 }
      return { ...counts, ids, folders: 0, tags: 0, changed: 0 }
    },
    'export.start': () => {
      const all = records.documents.size
      const documents = Math.min(all, records.exportRoom)
      const isComplete = documents === all
      return {
        folder: '/home/writer/Harbour Press export',
        documents,
        files: isComplete ? files.size : 0,
        versions: 0,
        left: { documents: all - documents, files: isComplete ? 0 : files.size },
        failed: [],
        failedCount: 0,
        kept: [],
        keptCount: 0,
        isComplete,
        ...(!isComplete && { problem: { code: 'storage-full', message: 'The disk is full.' } }),
      }
    },
    'document.check-export': ({ what, format }) => {
      const left =
        format === 'text' ? [{ path: 'The ferryman', why: 'The comment “mine alone” stays here.' }] : []
      const documents = 'ids' in what ? what.ids.length : 1
      const beginning =
        format === 'text'
          ? { lines: 'The ferryman\n============\n\nHe had never been late.' }
          : {
              blocks: ['<h1 class="title">The ferryman</h1>', '<p>He had <em>never</em> been late.</p>'],
              language: 'en',
            }
      const counts = { documents, pictures: format === 'docx' ? 2 : 0, words: 1_240 }
      return { ...counts, beginning, left, leftCount: left.length }
    },
    'cover.choose': () => ({ id: 'c'.repeat(64), name: 'Sea.jpg' }),
    'word-styles.choose': () => ({ id: 'a'.repeat(64), name: 'House.docx' }),
    'document.print': () => ({ printed: true }),
    'document.export': ({ format }) => ({
      file: `/home/writer/The ferryman.${format === 'text' ? 'txt' : format}`,
      left: [],
      leftCount: 0,
    }),
    'drafts.add': (given) => {
      const ids = given.files.map(({ name, bytes }) => {
        const id = newId('d')
        const title = name.replace(/\.\w+$/, '')
        const text = new TextDecoder().decode(bytes)
        const fields = { id, title, text, folderId: null, tagIds: [], status: 'draft' }
        records.documents.set(id, newDocument({ ...fields, phase: 'clean', updatedAt: core.nowMs() }))
        return id
      })
      core.libraryChanged()
      dropped = ids
      imported = { import: 1, name: given.files[0]?.name ?? '', documents: ids.length }
      return { ids, duplicateIds: [], left: [], remarks: [] }
    },
    'drafts.take': () => ({ ids: [] }),
    'porting.cancel': () => undefined,
  }
}
