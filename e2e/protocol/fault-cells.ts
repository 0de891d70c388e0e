import type { ProblemCode } from '../../shared/problem'
import type { OutboxItem } from '../../shared/ipc/ipc-sync'
import type { Phase } from '../../shared/terms'
import type { Fault } from '../faults'
import type { ServiceVariant } from '../foreign/service-variants'
import { createFileDisk } from './disk'
import { allThere, createThere, openWriter, OUR_CAPABILITIES, type Writer } from './writer'

/** A request as the client sent it. */
export interface Exchange {
  /** Milliseconds after the start of the operation. */
  readonly atMs: number
  readonly method: string
  /** The end of the path, such as `/documents/2`. */
  readonly path: string
  readonly query: string
  readonly body: string
  readonly key: string | null
  readonly guard: string | null
}

/**
 * The observed course of one operation: its requests, its state during the fault, and its result after the fault was
 * over.
 */
export interface Seen {
  readonly exchanges: readonly Exchange[]
  /** The phase during the fault. */
  readonly phase: Phase | undefined
  /** The codes of the problems reported to windows, in order. */
  readonly codes: readonly ProblemCode[]
  readonly message: string
  readonly reach: string
  readonly waiting: readonly OutboxItem[]
  readonly text: string | undefined
  readonly hits: number
  readonly notice: string
  readonly titles: readonly string[]
  /** The documents on the service after all automatic actions have ended. */
  readonly there: readonly (readonly [title: string, text: string])[]
  readonly folders: readonly string[]
  readonly tags: readonly string[]
  readonly phaseAtEnd: Phase | undefined
  readonly waitingAtEnd: readonly OutboxItem[]
}

export type Operation =
  'create' | 'edit' | 'delete' | 'create a row' | 'create a tag' | 'change a row' | 'read' | 'search'

export interface Trouble {
  readonly fault?: Fault
  /** The number of exchanges with the fault; by default, all until the fault is removed. */
  readonly times?: number
  /** A change by another device just before the operation. */
  readonly before?: (writer: Writer) => Promise<void>
  /** A variant of the service from the start of the trouble. */
  readonly variant?: (isOn: () => boolean) => ServiceVariant
  readonly honoursKeys?: boolean
  /** Whether every request meets the fault. */
  readonly isEverywhere?: boolean
}

export const ESSAY = '2'
export const WORDS = 'One. Two.'

const ROUTES: Readonly<Record<Operation, string>> = {
  create: 'POST /api/v1/documents',
  edit: `PUT /api/v1/documents/${ESSAY}`,
  delete: `DELETE /api/v1/documents/${ESSAY}`,
  'create a row': 'POST /api/v1/folders',
  'create a tag': 'POST /api/v1/tags',
  'change a row': 'PUT /api/v1/folders',
  read: 'GET /api/v1/documents?',
  search: 'POST /api/v1/search',
}

const LOOK_MS = 11_000
const STEP_MS = 1_000

/** Runs one operation of the real client with the real service while this trouble lasts. */
export async function meet(operation: Operation, trouble: Trouble): Promise<Seen> {
  const exchanges: Exchange[] = []
  let isOn = false
  const writer = openWriter({
    // The full-text search opens the file by itself.
    ...(operation === 'search' && { disk: createFileDisk }),
    known: { ...OUR_CAPABILITIES, ...(trouble.honoursKeys === false && { idempotency: 'no' }) },
    variant: (app) => trouble.variant?.(() => isOn)(app) ?? app,
  })
  const wrapped = writer.faults.asked
  try {
    await createThere(writer, { title: 'Another', content: 'Stands by.' })
    await createThere(writer, { title: 'Essay', content: 'One.' })
    await writer.other.call('folders.create', { body: { name: 'Chapters' } })
    await writer.pass(1_000)
    writer.workspace.retry()
    await writer.pass(1_000)
    const window = operation === 'edit' ? await writer.edit(ESSAY) : undefined
    await writer.pass(100)
    // The indexer works by the real clock; on a busy machine, one query may not give it enough time.
    const words = () => writer.workspace.search.words({ query: 'stands', filter: {}, limit: 1 })
    while (operation === 'search' && (await words()).hits.length === 0);
    await trouble.before?.(writer)
    const mark = wrapped.length
    const beganAt = writer.clock.now()
    isOn = true
    if (trouble.variant) {
      // The next check of the library detects the variant.
      writer.workspace.retry()
      await writer.pass(3_000)
    }
    const times: number[] = []
    if (trouble.fault)
      writer.faults.plan(
        trouble.fault,
        trouble.isEverywhere === true ? '' : ROUTES[operation],
        trouble.times ?? Number.MAX_SAFE_INTEGER,
      )
    let id = ESSAY
    let found = { hits: 0, notice: '' }
    let searched: Promise<void> | undefined
    const { documents, organise, search } = writer.workspace
    switch (operation) {
      case 'create':
        id = (await documents.create({ title: 'New', text: WORDS })).id
        break
      case 'edit':
        await window!.type(WORDS)
        await documents.editFields({ id, title: 'Essays' })
        break
      case 'delete':
        await documents.delete({ ids: [id] })
        break
      case 'create a row':
        await organise.createFolder({ name: 'New', parentId: null })
        break
      case 'create a tag':
        await organise.createTag({ name: 'sea' })
        break
      case 'change a row':
        await organise.renameFolder({ id: '1', name: 'Parts' })
        break
      case 'read':
        writer.workspace.attend('focused')
        break
      case 'search': {
        const asked = search.meaning({ query: 'stands by', filter: {}, limit: 10 }, writer)
        searched = asked.then(
          ({ hits, notice = '' }) => void (found = { hits: hits.length, notice }),
          (error: Error) => void (found = { hits: -1, notice: error.message }),
        )
      }
    }
    for (let passed = 0; passed < LOOK_MS; passed += STEP_MS) {
      await writer.pass(STEP_MS)
      while (times.length < wrapped.length - mark) times.push(writer.clock.now() - beganAt)
    }
    // Local search runs in a thread by the real clock.
    await searched
    for (const [at, { method, path, headers, body }] of wrapped.slice(mark).entries())
      exchanges.push({
        atMs: times[at] ?? LOOK_MS,
        method,
        path: path.replace('/api/v1', '').replace(/\?.*/, ''),
        query: /\?.*/.exec(path)?.[0] ?? '',
        body,
        key: headers.get('Idempotency-Key'),
        guard: headers.get('If-Match'),
      })
    const told = writer.told.flatMap((one) => {
      if (one.name === 'document.status-changed' && one.payload.id === id) return one.payload.problem ?? []
      return one.name === 'connection.changed' ? (one.payload.problem ?? []) : []
    })
    const codes = [...new Set(told.map(({ code }) => code))]
    const meanwhile = {
      phase: writer.workspace.documents.read(id)?.phase,
      codes,
      message: told.at(-1)?.message ?? '',
      reach: writer.workspace.record().state,
      waiting: writer.workspace.outbox.list().waiting,
      text: writer.workspace.documents.read(id)?.text,
      titles: writer.workspace.catalog.find({ query: '', limit: 9 }).map(({ title }) => title),
      ...found,
    }
    isOn = false
    writer.faults.clear()
    writer.workspace.retry()
    for (let rounds = 0; rounds < 12 && writer.workspace.outbox.waiting() > 0; rounds++)
      await writer.pass(30_000)
    const folders = await writer.other.call('folders.list')
    const tags = await writer.other.call('tags.list')
    return {
      ...meanwhile,
      exchanges,
      there: await allThere(writer),
      folders: folders.kind === 'ok' ? folders.data.map(({ name }) => name ?? '') : [],
      tags: tags.kind === 'ok' ? tags.data.map(({ name }) => name ?? '') : [],
      phaseAtEnd: writer.workspace.documents.read(id)?.phase,
      waitingAtEnd: writer.workspace.outbox.list().waiting,
    }
  } finally {
    await writer.close()
  }
}
