import { trimOf } from '../../shared/text/trim'
import type { OpenLibrary } from '../connections/open-libraries'
import { contentKey } from '../documents/retention/content-key'
import type { Made } from '../library/move-record'
import { runImport } from '../porting/import'
import type { ImportPlan } from '../porting/import-plan'
import { whyLeft } from '../porting/listed'
import { withinAbilities } from '../porting/move'
import type { PlannedDocument } from '../porting/planned-document'
import { safeName } from '../system/file-names'
import type { Backups } from './backups'
import type { Failed, RestoreRun } from './replace-texts'
import { AT_ONCE, foldersIn, mapInBatches, type PlannedText } from './restore-plan'

/**
 * Creates documents that are gone from the library anew, as drafts, in their folders and with their tags. Each new
 * document continues the backups of the old one, so that a second look finds it.
 */
export async function bringBack(
  texts: readonly PlannedText[],
  library: OpenLibrary,
  backups: Backups,
  { onMade, ...run }: RestoreRun & { readonly onMade: (made: Made) => void },
): Promise<{ readonly count: number; readonly failed: readonly Failed[] }> {
  const { connectionId } = library
  const failed: Failed[] = []
  const idsOf = new Map<string, string[]>()
  const documents: PlannedDocument[] = []
  const places = createPlaces(library)
  const gone = texts.filter(({ state }) => state === 'new')
  const found = await mapInBatches(gone, run.signal, async (text) => ({
    text,
    planned: await plannedOf(text, backups, places.folderOf(text.file)).catch(whyLeft),
  }))
  const readAhead = createReadAhead(
    backups,
    gone.map(({ id }) => id),
  )
  for (const { text, planned } of found) {
    if (typeof planned === 'string') failed.push({ path: text.title, why: planned })
    else {
      documents.push({ ...planned, textOf: async () => (await readAhead(text.id)).text })
      idsOf.set(planned.key, [...(idsOf.get(planned.key) ?? []), text.documentId])
    }
  }
  if (documents.length === 0) return { count: 0, failed }
  const plan: ImportPlan = {
    documents,
    folders: places.folders(),
    tags: [],
    files: new Map(),
    left: [],
    turnedLinks: 0,
    program: undefined,
  }
  const options = { folderId: null, tagsInText: false, keepDates: false, ...run, onMade }
  const done = await runImport(withinAbilities(plan, library.record().abilities), library, {
    ...options,
    onMade(made) {
      onMade(made)
      for (const { id, key } of made.documents ?? []) {
        const before = idsOf.get(key)?.shift()
        if (before !== undefined) backups.goesOnAs(connectionId, before, id)
      }
    },
  })
  return { count: done.documents, failed: [...failed, ...done.failed] }
}

async function plannedOf(
  { id, title, file }: PlannedText,
  backups: Backups,
  folder: string,
): Promise<Omit<PlannedDocument, 'textOf'>> {
  const read = await backups.read(id)
  return {
    path: title || file,
    folder,
    title,
    tags: read.tags,
    inlineTags: [],
    // Readers must not see a text again that was taken from them.
    status: 'draft',
    isOurs: true,
    key: contentKey(title, read.text),
    files: new Set(),
  }
}

/** Reads backups in this order, some of them in advance. */
function createReadAhead(backups: Backups, ids: readonly number[]): Backups['read'] {
  const places = new Map(ids.map((id, place) => [id, place]))
  let ahead = new Map<number, ReturnType<Backups['read']>>()
  return (id) => {
    const place = places.get(id) ?? 0
    const next = ids.slice(place, place + AT_ONCE)
    ahead = new Map(next.map((one) => [one, ahead.get(one) ?? backups.read(one)]))
    // The caller that requests a backup handles its error.
    for (const read of ahead.values()) read.catch(() => {})
    return ahead.get(id) ?? backups.read(id)
  }
}

/** Maps folder names on the disk to folders of the library; an existing folder is reused. */
function createPlaces({ catalog }: OpenLibrary) {
  const named = new Map(
    catalog
      .library()
      .folders.map(({ name, parentId }) => [`${parentId ?? ''}/${safeName(name, new Set())}`, name] as const),
  )
  const idOf = new Map(
    catalog.library().folders.map(({ id, name, parentId }) => [`${parentId ?? ''}/${name}`, id] as const),
  )
  const made = new Map<string, string>()
  return {
    /** Returns the import path of the folder; names may contain slashes, so each part is encoded. */
    folderOf(file: string): string {
      let path = ''
      let parent: string | undefined = ''
      for (const part of foldersIn(file)) {
        const name: string =
          (parent === undefined ? undefined : named.get(`${parent}/${part}`)) ?? trimOf(part, ' ')
        parent = parent === undefined ? undefined : idOf.get(`${parent}/${name}`)
        path += (path === '' ? '' : '/') + encodeURIComponent(name)
        made.set(path, name)
      }
      return path
    },
    folders: () =>
      [...made]
        .toSorted(([one], [other]) => one.split('/').length - other.split('/').length)
        .map(([path, name]) => ({ path, name })),
  }
}
