import { problem } from '../../../../shared/problem'
import type { RemoteId } from '../../../../shared/terms'
import { isSameTagName } from '../../../../shared/text/tag-name'
import type { ItemOutcome, ItemRead } from '../item-events'
import type { ItemBase, ItemFields, ItemKind } from '../library-item'

/** Test support: a content service with the items of one kind, as a plain value. */
export interface ModelService {
  readonly kind: ItemKind
  readonly capabilities: ModelCapabilities
  readonly rows: Readonly<Record<RemoteId, ModelRow>>
  readonly nextId: number
  /** The first answer to each key. */
  readonly keys: Readonly<Record<string, ItemOutcome>>
}

export interface ModelCapabilities {
  /** Whether rows have ETags, which are checked. Tags never have. */
  readonly etags: boolean
  readonly honoursKeys: boolean
  /** Whether writes are answered with nothing. */
  readonly answersEmpty: boolean
}

export interface ModelRow {
  readonly id: RemoteId
  /** The fields at each revision; the last are the present ones. */
  readonly versions: readonly ItemFields[]
  readonly deleted: boolean
}

export type Request =
  | { readonly kind: 'create'; readonly fields: ItemFields; readonly key: string }
  | {
      readonly kind: 'update'
      readonly remoteId: RemoteId
      readonly fields: ItemFields
      readonly etag?: string
    }
  | { readonly kind: 'delete'; readonly remoteId: RemoteId; readonly etag?: string }
  | { readonly kind: 'read'; readonly remoteId: RemoteId }
  | { readonly kind: 'list' }

export type Answer =
  | { readonly to: 'write'; readonly outcome: ItemOutcome }
  | { readonly to: 'read'; readonly outcome: ItemRead }
  | { readonly to: 'list'; readonly rows: readonly Listed[] }

export interface Listed {
  readonly remoteId: RemoteId
  readonly theirs: ItemBase
}

interface Served {
  readonly service: ModelService
  readonly answer: Answer
}

export const modelService = (
  kind: ItemKind,
  capabilities: Partial<ModelCapabilities> = {},
): ModelService => ({
  kind,
  capabilities: { etags: kind !== 'tag', honoursKeys: true, answersEmpty: false, ...capabilities },
  rows: {},
  nextId: 1,
  keys: {},
})

/** The fields of a new item of this kind. */
const EMPTY = { folder: { parentId: null }, tag: {}, file: { alt: '' } } as const

/** Lets a request land; returns the service afterwards and its answer. */
export function serve(service: ModelService, request: Request): Served {
  const write = (next: ModelService, outcome: ItemOutcome): Served => ({
    service: next,
    answer: { to: 'write', outcome },
  })
  switch (request.kind) {
    case 'list':
      return { service, answer: { to: 'list', rows: liveRows(service).map(listed) } }
    case 'read': {
      const row = live(service, request.remoteId)
      const outcome: ItemRead = row ? { kind: 'found', theirs: seen(service, row) } : { kind: 'gone' }
      return { service, answer: { to: 'read', outcome } }
    }
    case 'create': {
      const known = service.capabilities.honoursKeys ? service.keys[request.key] : undefined
      if (known) return write(service, known)
      if (isTaken(service, request.fields)) return write(service, TAKEN)
      const id = String(service.nextId)
      const row: ModelRow = {
        id,
        versions: [{ ...EMPTY[service.kind], ...request.fields }],
        deleted: false,
      }
      const outcome = stored(service, row)
      const keys = { ...service.keys, [request.key]: outcome }
      return write({ ...withRow(service, row), nextId: service.nextId + 1, keys }, outcome)
    }
    case 'update':
    case 'delete': {
      const row = live(service, request.remoteId)
      if (!row) return write(service, { kind: 'gone' })
      if (service.capabilities.etags && request.etag !== etagOf(row)) return write(service, { kind: 'stale' })
      if (request.kind === 'delete') return write(erase(service, row.id), { kind: 'landed' })
      if (isTaken(service, request.fields, row.id)) return write(service, TAKEN)
      const next = change(service, row.id, request.fields)
      return write(next, stored(next, next.rows[row.id]!))
    }
  }
}

/** Makes a change elsewhere. */
export function change(service: ModelService, id: RemoteId, fields: Partial<ItemFields>): ModelService {
  const row = service.rows[id]!
  return withRow(service, { ...row, versions: [...row.versions, { ...present(row), ...fields }] })
}

export const erase = (service: ModelService, id: RemoteId): ModelService =>
  withRow(service, { ...service.rows[id]!, deleted: true })

export const liveRows = ({ rows }: ModelService): readonly ModelRow[] =>
  Object.values(rows).filter(({ deleted }) => !deleted)

export const present = ({ versions }: ModelRow): ItemFields => versions.at(-1)!

export const etagOf = ({ id, versions }: ModelRow): string => `"${id}-${versions.length}"`

function live({ rows }: ModelService, id: RemoteId): ModelRow | undefined {
  const row = rows[id]
  return row?.deleted === false ? row : undefined
}

const listed = (row: ModelRow): Listed => ({ remoteId: row.id, theirs: { fields: present(row) } })

export const seen = ({ capabilities }: ModelService, row: ModelRow): ItemBase => ({
  fields: present(row),
  ...(capabilities.etags && { etag: etagOf(row) }),
})

function stored(service: ModelService, row: ModelRow): ItemOutcome {
  if (service.capabilities.answersEmpty)
    return { kind: 'unknown', problem: problem('bad-answer', 'Nothing.'), isStored: true }
  return { kind: 'landed', remoteId: row.id, theirs: seen(service, row) }
}

const TAKEN: ItemOutcome = { kind: 'refused', problem: problem('invalid', 'The name is taken.') }

/** Whether the name is taken: tag names are unique. */
const isTaken = (service: ModelService, { name }: ItemFields, except?: RemoteId): boolean =>
  service.kind === 'tag' &&
  liveRows(service).some((row) => row.id !== except && isSameTagName(present(row).name, name))

const withRow = (service: ModelService, row: ModelRow): ModelService => ({
  ...service,
  rows: { ...service.rows, [row.id]: row },
})
