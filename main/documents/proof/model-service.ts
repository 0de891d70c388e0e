import { sameNormalForm } from '../../../shared/text/normal-form'
import { problem } from '../../../shared/problem'
import type { ETag, Field, Fields, RemoteId } from '../../../shared/terms'
import { sameField, sameRecord, type Rec } from '../core/record'
import type { Event, ReadOutcome, WriteOutcome } from '../core/events'
import type { Seen, VersionSeen } from '../core/working-copy'

/**
 * Test support: a content service as a plain value. A request is a value too, and lands when `serve` is called.
 * Whether, when and how often its answer arrives is decided in world.ts.
 */
export interface ModelService {
  readonly capabilities: ModelCapabilities
  readonly documents: Readonly<Record<RemoteId, ModelDocument>>
  readonly nextId: number
  /** How many changes were made, and how often the service went on from a backup. */
  readonly stamps: number
  readonly restores: number
  /** The document that each idempotency key made, and the answer to it. */
  readonly keys: Readonly<Record<string, { readonly id: RemoteId; readonly answer: Answer }>>
}

export interface ModelDocument {
  readonly id: RemoteId
  readonly createdAtMs: number
  readonly deleted: boolean
  /** One version for each accepted change, oldest first; the last one is the present record. */
  readonly versions: readonly ModelVersion[]
}

export interface ModelVersion extends Rec {
  readonly revision: number
  readonly atMs: number
  /** The order of changes by `updated_at`: a later change never has a smaller number, even after a restore. */
  readonly stamp: number
}

/** The ways in which services differ (requirement F). */
export interface ModelCapabilities {
  /**
   * `checked`: If-Match is required and checked. `ignored`: ETags are shown, and If-Match is ignored. `refused`: the
   * service never accepts its own ETags.
   */
  readonly etags: 'checked' | 'ignored' | 'none' | 'refused'
  /** ETags come with GET only. */
  readonly etagOnGetOnly: boolean
  /** The answer to a write: the record, nothing (2xx without a body), or something unreadable (S18). */
  readonly writeAnswers: 'record' | 'empty' | 'page'
  readonly honoursKeys: boolean
  /** Whether a repeated create is answered like the first one, or with the record as it is now (S4). */
  readonly repeatsWith: 'first answer' | 'record now'
  readonly trims: boolean
  readonly keepsVersions: boolean
  /** Texts with more UTF-16 units than this are refused. */
  readonly maxLength: number
  /** Fields that a PUT leaves as they are. */
  readonly ignores: readonly Field[]
  /** Fields that are never shown. */
  readonly hides: readonly Field[]
  /** The folders that exist; absent where every folder does. */
  readonly folders?: readonly string[]
  /** How many milliseconds the service's clock is ahead of the clients'. */
  readonly clockAheadMs: number
}

/** Our own service. */
export const OWN_CAPABILITIES: ModelCapabilities = {
  etags: 'checked',
  etagOnGetOnly: false,
  writeAnswers: 'record',
  honoursKeys: true,
  repeatsWith: 'first answer',
  trims: false,
  keepsVersions: true,
  maxLength: Infinity,
  ignores: [],
  hides: [],
  clockAheadMs: 0,
}

export type Request =
  | { readonly kind: 'create'; readonly text: string; readonly fields: Fields; readonly key: string }
  | {
      readonly kind: 'update'
      readonly remoteId: RemoteId
      readonly text: string
      readonly fields: Fields
      readonly etag?: ETag
    }
  | { readonly kind: 'delete'; readonly remoteId: RemoteId; readonly etag?: ETag }
  | { readonly kind: 'read'; readonly remoteId: RemoteId }
  | { readonly kind: 'list'; readonly remoteId: RemoteId }
  | {
      readonly kind: 'versions'
      readonly remoteId: RemoteId
      readonly until: Rec
      readonly notFirst: boolean
      readonly lastRead?: string
    }
  | {
      readonly kind: 'find-created'
      readonly text: string
      readonly fields: Fields
      readonly sinceMs: number
    }

export type Answer =
  | { readonly to: 'write'; readonly outcome: WriteOutcome; readonly stamp?: number }
  | { readonly to: 'read'; readonly outcome: ReadOutcome; readonly stamp?: number }
  | { readonly to: 'versions'; readonly versions?: readonly VersionSeen[] }
  | {
      readonly to: 'find-created'
      readonly outcome: Extract<Event, { kind: 'find-created-ended' }>['outcome']
    }

export interface Served {
  readonly service: ModelService
  readonly answer: Answer
}

export function modelService(capabilities: Partial<ModelCapabilities> = {}): ModelService {
  return {
    capabilities: { ...OWN_CAPABILITIES, ...capabilities },
    documents: {},
    nextId: 1,
    stamps: 0,
    restores: 0,
    keys: {},
  }
}

/** Lets a request land; returns the service afterwards and its answer. */
export function serve(service: ModelService, request: Request, nowMs: number): Served {
  const atMs = nowMs + service.capabilities.clockAheadMs
  switch (request.kind) {
    case 'create':
      return create(service, request, atMs)
    case 'update':
      return update(service, request, atMs)
    case 'delete':
      return remove(service, request)
    case 'read':
    case 'list':
      return { service, answer: read(service, request) }
    case 'versions':
      return { service, answer: versions(service, request) }
    case 'find-created':
      return { service, answer: { to: 'find-created', outcome: findCreated(service, request) } }
  }
}

/**
 * The ways in which a service can lie with a 2xx. It stores nothing (`old text`, `known id`), stores the text and shows
 * another one or none (`another text`, `no text`), stores a part of the text (`part`), or shows the version before
 * (`behind`).
 */
export const LIES = ['old text', 'another text', 'no text', 'part', 'known id', 'behind'] as const
export type Lie = (typeof LIES)[number]
export const ANOTHERS = 'another'
/** The length of a stored part in UTF-16 units. */
const PART_LENGTH = 10

/** Lets a request land and answers it with this lie; `undefined` where this lie is impossible for such a request. */
export function serveFalsely(
  service: ModelService,
  request: Request,
  lie: Lie,
  nowMs: number,
): Served | undefined {
  const document = 'remoteId' in request ? service.documents[request.remoteId] : undefined
  if (lie === 'behind') {
    const before = document?.deleted === false ? document.versions.at(-2) : undefined
    if (document === undefined || before === undefined || request.kind !== 'read') return undefined
    const etag = service.capabilities.etags === 'none' ? {} : { etag: etagOf(document, before) }
    const older = { remoteId: document.id, text: before.text, fields: shown(service, before.fields), ...etag }
    return { service, answer: { to: 'read', outcome: { kind: 'record', seen: older }, stamp: before.stamp } }
  }
  if (lie === 'known id') {
    if (request.kind !== 'create') return undefined
    const known = service.keys[request.key]
    if (known !== undefined && known.id !== ANOTHERS) return undefined
    const outcome = { kind: 'stored', remoteId: ANOTHERS, text: request.text, fields: {} } as const
    const answer = { to: 'write', outcome } as const
    // The service repeats this answer for as long as it remembers the key.
    const keys = { ...service.keys, [request.key]: { id: ANOTHERS, answer } }
    return { service: service.capabilities.honoursKeys ? { ...service, keys } : service, answer }
  }
  if (request.kind !== 'create' && request.kind !== 'update') return undefined
  const wanted = lie === 'part' ? { ...request, text: request.text.slice(0, PART_LENGTH) } : request
  const served = serve(service, wanted, nowMs)
  const { answer } = served
  if (answer.to !== 'write' || answer.outcome.kind !== 'stored') return undefined
  if (lie === 'part') return served
  if (lie === 'old text') {
    if (document === undefined) return undefined
    return { service, answer: written(service, document) }
  }
  const text = lie === 'no text' ? '' : 'Another.'
  return { ...served, answer: { to: 'write', outcome: { ...answer.outcome, text } } }
}

export function present(document: ModelDocument): ModelVersion {
  return document.versions.at(-1)!
}

export function etagOf(document: ModelDocument, version: ModelVersion = present(document)): ETag {
  return `"doc-${document.id}-${version.revision}"`
}

/** The documents that are not deleted. */
export function liveDocuments(service: ModelService): readonly ModelDocument[] {
  return Object.values(service.documents).filter((document) => !document.deleted)
}

function create(service: ModelService, request: Request & { kind: 'create' }, atMs: number): Served {
  const { capabilities } = service
  const made = capabilities.honoursKeys ? service.keys[request.key] : undefined
  if (made !== undefined) return { service, answer: repeated(service, made) }
  const refusal = refused(service, request.text, request.fields)
  if (refusal) return { service, answer: refusal }
  const id = String(service.nextId)
  const document: ModelDocument = {
    id,
    createdAtMs: atMs,
    deleted: false,
    versions: [
      {
        revision: 1,
        atMs,
        stamp: service.stamps + 1,
        text: kept(capabilities, request.text),
        fields: { title: '', folderId: null, tagIds: [], status: 'draft', ...request.fields },
      },
    ],
  }
  const next: ModelService = {
    ...service,
    nextId: service.nextId + 1,
    stamps: service.stamps + 1,
    documents: { ...service.documents, [id]: document },
  }
  const answer = written(next, document)
  if (!capabilities.honoursKeys) return { service: next, answer }
  return { service: { ...next, keys: { ...service.keys, [request.key]: { id, answer } } }, answer }
}

function repeated(service: ModelService, { id, answer }: ModelService['keys'][string]): Answer {
  if (service.capabilities.repeatsWith === 'first answer' || id === ANOTHERS) return answer
  const document = service.documents[id]!
  if (!document.deleted) return written(service, document)
  const why = problem('not-found', 'The document is gone.', { status: 404 })
  return { to: 'write', outcome: { kind: 'blocked', problem: why } }
}

function update(service: ModelService, request: Request & { kind: 'update' }, atMs: number): Served {
  const stopped = precondition(service, request.remoteId, request.etag)
  if (stopped) return { service, answer: { to: 'write', outcome: stopped } }
  const refusal = refused(service, request.text, request.fields)
  if (refusal) return { service, answer: refusal }
  const next = edit(service, request.remoteId, { text: request.text, fields: request.fields }, atMs)
  return { service: next, answer: written(next, next.documents[request.remoteId]!) }
}

/** Makes a change elsewhere, without a request of a client. An empty change leaves the service as it was. */
export function edit(
  service: ModelService,
  id: RemoteId,
  change: { readonly text: string; readonly fields: Fields },
  atMs: number,
): ModelService {
  const document = service.documents[id]!
  const now = present(document)
  const { capabilities } = service
  const taken = Object.fromEntries(
    Object.entries(change.fields).filter(([field]) => !capabilities.ignores.includes(field as Field)),
  ) as Fields
  const next: ModelVersion = {
    revision: now.revision + 1,
    atMs,
    stamp: service.stamps + 1,
    text: kept(capabilities, change.text),
    fields: { ...now.fields, ...taken },
  }
  const same =
    next.text === now.text &&
    (Object.keys(taken) as Field[]).every((field) => sameField(field, taken[field], now.fields[field]))
  if (same) return service
  const counted = { ...service, stamps: service.stamps + 1 }
  return withDocument(counted, { ...document, versions: [...document.versions, next] })
}

/**
 * The service after a restore of a backup from before the last change of the document: it issues that revision again
 * (C7).
 */
export function restore(service: ModelService, id: RemoteId): ModelService | undefined {
  const document = service.documents[id]
  if (document === undefined || document.versions.length < 2) return undefined
  const before = { ...document, versions: document.versions.slice(0, -1) }
  return withDocument({ ...service, restores: service.restores + 1 }, before)
}

export function erase(service: ModelService, id: RemoteId): ModelService {
  return withDocument(service, { ...service.documents[id]!, deleted: true })
}

function remove(service: ModelService, request: Request & { kind: 'delete' }): Served {
  const stopped = precondition(service, request.remoteId, request.etag)
  if (stopped) return { service, answer: { to: 'write', outcome: stopped } }
  return {
    service: erase(service, request.remoteId),
    answer: { to: 'write', outcome: { kind: 'empty' } },
  }
}

function read(service: ModelService, request: Request & { kind: 'read' | 'list' }): Answer {
  const document = service.documents[request.remoteId]
  if (!document || document.deleted) return { to: 'read', outcome: { kind: 'gone' } }
  const outcome = { kind: 'record', seen: seen(service, document, request.kind === 'read') } as const
  return { to: 'read', outcome, stamp: present(document).stamp }
}

/** The record as a GET shows it (with its ETag), or as a row of a list does. */
export function seen(service: ModelService, document: ModelDocument, withEtag = true): Seen {
  const now = present(document)
  const etag = withEtag && service.capabilities.etags !== 'none' ? { etag: etagOf(document) } : {}
  return { remoteId: document.id, text: now.text, fields: shown(service, now.fields), ...etag }
}

/** The versions, newest first; a version shows title and status only (requirement F, "versions"). */
function versions(
  service: ModelService,
  { remoteId, until, notFirst, lastRead }: Request & { kind: 'versions' },
): Answer {
  const document = service.documents[remoteId]
  if (!service.capabilities.keepsVersions || !document || document.deleted) return { to: 'versions' }
  const listed = document.versions
    .map(({ revision, text, fields, atMs }) => {
      const { title, status } = shown(service, fields)
      return {
        id: String(revision),
        text,
        fields: { ...(title !== undefined && { title }), ...(status !== undefined && { status }) },
        atMs,
      }
    })
    .toReversed()
  const end = listed.findIndex((version, index) =>
    lastRead === undefined ? sameRecord(version, until) && (index > 0 || !notFirst) : version.id === lastRead,
  )
  return { to: 'versions', versions: end < 0 ? listed : listed.slice(0, end + 1) }
}

function findCreated(service: ModelService, request: Request & { kind: 'find-created' }) {
  const like = (record: Rec) =>
    sameNormalForm(record.text, request.text) &&
    (Object.keys(request.fields) as Field[]).every((field) =>
      sameField(field, request.fields[field], record.fields[field]),
    )
  const sure = service.capabilities.keepsVersions
  const found = liveDocuments(service).find(
    (document) =>
      document.createdAtMs >= request.sinceMs && like(sure ? document.versions[0]! : present(document)),
  )
  if (!found) return { kind: 'nothing' as const }
  return { kind: 'found' as const, seen: seen(service, found), sure }
}

function precondition(
  service: ModelService,
  id: RemoteId,
  etag: ETag | undefined,
): { kind: 'gone' | 'stale' } | undefined {
  const document = service.documents[id]
  if (!document || document.deleted) return { kind: 'gone' }
  const { etags } = service.capabilities
  if (etags === 'ignored' || etags === 'none') return undefined
  return etags === 'checked' && etag === etagOf(document) ? undefined : { kind: 'stale' }
}

function refused(service: ModelService, text: string, fields: Fields): Answer | undefined {
  const { capabilities } = service
  if (text.length > capabilities.maxLength) {
    const outcome: WriteOutcome = {
      kind: 'refused',
      problem: problem('too-large', 'The text is too long.', { status: 422 }),
      fields: [],
      limitBytes: capabilities.maxLength,
    }
    return { to: 'write', outcome }
  }
  const folder = fields.folderId
  if (
    folder !== undefined &&
    folder !== null &&
    capabilities.folders &&
    !capabilities.folders.includes(folder)
  ) {
    const outcome: WriteOutcome = {
      kind: 'refused',
      problem: problem('invalid', 'There is no such folder.', { status: 422 }),
      fields: ['folderId'],
    }
    return { to: 'write', outcome }
  }
  return undefined
}

/** The answer to a write that was carried out. */
function written(service: ModelService, document: ModelDocument): Answer {
  const { capabilities } = service
  if (capabilities.writeAnswers === 'empty') return { to: 'write', outcome: { kind: 'empty' } }
  if (capabilities.writeAnswers === 'page')
    return { to: 'write', outcome: { kind: 'unknown', problem: problem('bad-answer', 'Not an answer.') } }
  const { text, fields, stamp } = present(document)
  const etag = capabilities.etags !== 'none' && !capabilities.etagOnGetOnly ? { etag: etagOf(document) } : {}
  return {
    to: 'write',
    outcome: { kind: 'stored', remoteId: document.id, text, fields: shown(service, fields), ...etag },
    stamp,
  }
}

function shown(service: ModelService, fields: Fields): Fields {
  if (service.capabilities.hides.length === 0) return fields
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => !service.capabilities.hides.includes(field as Field)),
  )
}

function kept(capabilities: ModelCapabilities, text: string): string {
  return capabilities.trims ? text.trim() : text
}

function withDocument(service: ModelService, document: ModelDocument): ModelService {
  return { ...service, documents: { ...service.documents, [document.id]: document } }
}
