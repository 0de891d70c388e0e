import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach } from 'vitest'
import { createExporter } from '../../main/export/exporter'
import { drawerOf } from '../../main/export/testing/drawer'
import { createKeptCovers } from '../../main/export/kept-covers'
import { createKeptStyles } from '../../main/export/kept-styles'
import { runInThread } from '../../main/export/export-thread'
import { runJob } from '../../main/export/run-job'
import type { WritingFiles } from '../../main/export/write-file'
import { createMutex } from '../../main/porting/mutex'
import type { ExportFormat } from '../../shared/export-forms'
import type { ExportedWhat } from '../../shared/ipc/ipc-export'
import type { Disk } from './disk'
import { openLibraryOf, openWriter, type Writer } from './writer'

const writers: Writer[] = []
const folders: string[] = []
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

interface ExportingOptions {
  readonly fs?: WritingFiles
  /** Whether each job runs in its own thread, as in the app. A thread takes a second to start from sources. */
  readonly threads?: boolean
  /** Whether the writer has switched diagrams on. */
  readonly drawsDiagrams?: boolean
  /** Creates the disk of the writer's library. */
  readonly disk?: () => Disk
}

/** A writer without a network, and an exporter of the writer's texts to a new folder. */
export function exportingWriter({ fs, threads = false, drawsDiagrams = true, disk }: ExportingOptions = {}) {
  const writer = openWriter(disk && { disk })
  writer.faults.offline(true)
  writers.push(writer)
  const folder = mkdtempSync(path.join(tmpdir(), 'stet-export-'))
  folders.push(folder)
  const mutex = createMutex()
  const asked: string[] = []
  const progress: (number | string)[] = []
  const drawn: string[] = []
  const exporter = createExporter({
    styles: createKeptStyles(path.join(folder, 'styles')),
    covers: createKeptCovers(path.join(folder, 'covers')),
    printer: { pdfOf: async ({ html }) => html, print: async () => true },
    drawer: drawerOf(drawn),
    drawsDiagrams: () => drawsDiagrams,
    emit: ((_name: string, { done, stage }: { done: number; stage?: string }) =>
      progress.push(stage ?? done)) as never,
    mutex,
    language: () => 'en',
    run: threads ? runInThread : runJob,
    ...(fs !== undefined && { fs }),
  })
  const library = openLibraryOf(writer)
  const { documents, organise } = writer.workspace
  return {
    ...{ writer, folder, mutex, asked, progress, drawn, exporter, library },
    write: (title: string, text: string, folderId: string | null = null) =>
      documents.createAll([{ title, text, folderId, tagIds: [], status: 'draft' }])[0] ?? '',
    folderNamed: (name: string, parentId: string | null = null) =>
      (organise.createFolder({ name, parentId }) as { id: string }).id,
    check: (what: ExportedWhat, format: ExportFormat) =>
      exporter.check({ what, format, paper: 'A4' }, library),
    export: (what: ExportedWhat, format: ExportFormat, name?: string) =>
      exporter.export({ what, format, paper: 'A4' }, library, async (offered) => {
        asked.push(offered)
        return path.join(folder, name ?? offered)
      }),
    read: (name: string) => readFileSync(path.join(folder, name)),
    names: () => readdirSync(folder),
  }
}
