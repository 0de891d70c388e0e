/**
 * How one service answers, as far as it has been seen. A capability is learned from answers, never by a request that
 * changes something only to find out; one that has not been seen yet is absent.
 */
export interface ServiceCapabilities {
  /** Answers of documents carry an ETag. With `no` nothing guards a write (C6). */
  readonly etags?: 'yes' | 'no'
  /** A write is answered with the new ETag. With `no` only a GET shows it (W18). */
  readonly etagOnWrite?: 'yes' | 'no'
  /**
   * Answers of folders and files carry an ETag: once one was seen, none is written without one (W3). With `no` many
   * answers in a row had none.
   */
  readonly folderEtags?: 'yes' | 'no'
  readonly fileEtags?: 'yes' | 'no'
  /**
   * Whether writes are guarded. `seen`: the service has answered a 412 or a 428 once. `no`: it has stored a write whose
   * ETag could not be right (C6).
   */
  readonly guarded?: 'seen' | 'no'
  /** How many writes have tested whether writes are guarded, without an answer that proves anything. */
  readonly guardAsked?: number
  /** `If-None-Match` is answered with 304. */
  readonly notModified?: 'yes' | 'no'
  /** `sort=-updated_at` is honoured. */
  readonly sorting?: 'yes' | 'no'
  /** `updated_since` is honoured. */
  readonly updatedSince?: 'yes' | 'no'
  /** `page` is honoured. With `no` every page is the first one. */
  readonly paging?: 'yes' | 'no'
  /** With `no` a request that contains `per_page` is refused. */
  readonly pageSize?: 'no'
  /** List items carry `content`. */
  readonly listContent?: 'yes' | 'no'
  /** With `short` list items carry only a part of each text. */
  readonly listTexts?: 'short'
  /** The length, in UTF-16 units, of the longest text in a list that was found to be complete. */
  readonly listTextsWhole?: number
  /** Documents carry `folder_id`. With `no` the folder is read from `/folders/{id}/documents`. */
  readonly folderField?: 'yes' | 'no'
  /** Documents carry `tags`. With `no` the tags are read from `/tags/{id}/documents`. */
  readonly tagField?: 'yes' | 'no'
  /** Folders carry `parent_id`. With `no` the list of folders is flat. */
  readonly folderParent?: 'yes' | 'no'
  /** `Idempotency-Key` is honoured. Only the embedded service is known to honour it. */
  readonly idempotency?: 'yes' | 'no'
  /** Documents have a version history that can be read. */
  readonly history?: 'yes' | 'no'
  /** A field that is sent with PUT comes back as sent (A18). With `no` its control is disabled for this connection. */
  readonly putTitle?: 'yes' | 'no'
  readonly putStatus?: 'yes' | 'no'
  readonly putFolder?: 'yes' | 'no'
  readonly putTags?: 'yes' | 'no'
  /** Ids are JSON strings. */
  readonly textIds?: 'yes' | 'no'
  /** Texts come back trimmed or normalised (W4). */
  readonly changesTexts?: 'yes'
  /** The service has semantic search. With `no` it answered 404. */
  readonly search?: 'yes' | 'no'
}

/** The capability that records whether a field is accepted with PUT. */
export const PUT_CAPABILITIES = {
  title: 'putTitle',
  status: 'putStatus',
  folderId: 'putFolder',
  tagIds: 'putTags',
} as const

type CapabilityName = keyof ServiceCapabilities

/** After this many tests without an answer that proves anything, the service counts as not guarding (C6). */
const GUARD_ASKED_MAX = 5

/** The capabilities after another write has tested whether writes are guarded. */
export function guardAsked({ guarded, guardAsked: before = 0 }: ServiceCapabilities): ServiceCapabilities {
  if (guarded !== undefined) return {}
  const asked = before + 1
  return { guardAsked: asked, ...(asked >= GUARD_ASKED_MAX && { guarded: 'no' }) }
}

/** Keeps the capabilities of a connection, so that each is learned once. */
export interface CapabilityStore {
  read(): ServiceCapabilities
  write(capabilities: ServiceCapabilities): void
}

const WORDS: {
  readonly [N in CapabilityName]?: { readonly [V in NonNullable<ServiceCapabilities[N]>]?: string }
} = {
  etags: { no: 'It states no revisions (no ETag): texts are compared before and after each save instead.' },
  guarded: {
    no: 'It does not check which revision a save is based on: texts are compared before and after each save instead.',
  },
  etagOnWrite: {
    no: 'It states the revision only when a document is read, so each save is followed by a read.',
  },
  sorting: { no: 'It does not sort lists: news are found by walking the whole list.' },
  paging: { no: 'It ignores the requested page: later pages cannot be read.' },
  listContent: { no: 'Its lists come without texts: each text is fetched by itself.' },
  listTexts: { short: 'Its lists show a part of each text only: each text is fetched by itself.' },
  folderField: { no: 'Documents do not name their folder: it is read from each folder.' },
  tagField: { no: 'Documents do not name their tags: they are read from each tag.' },
  folderParent: { no: 'Folders do not name a parent: they are shown as one flat list.' },
  history: { no: 'It keeps no version history that can be read.' },
  putTitle: { no: 'It does not take a new title for a document that exists.' },
  putStatus: { no: 'It does not take a new status for a document that exists.' },
  putFolder: { no: 'It does not move a document to another folder.' },
  putTags: { no: 'It does not change the tags of a document.' },
  changesTexts: {
    yes: 'It changes white space or accents of the texts that it stores; yours stay as you wrote them.',
  },
  search: { no: 'It has no search by meaning.' },
}

/** Sentences for the writer about the capabilities that differ from the API, in a fixed order. */
export function describeCapabilities(capabilities: ServiceCapabilities): readonly string[] {
  const sentences: string[] = []
  for (const name of Object.keys(WORDS) as CapabilityName[]) {
    const value = capabilities[name]
    const words =
      value === undefined ? undefined : (WORDS[name] as Record<string, string> | undefined)?.[value]
    if (words !== undefined) sentences.push(words)
  }
  const isUnguarded = capabilities.guarded === 'no' || capabilities.etags === 'no'
  if (isUnguarded && capabilities.history === 'no')
    sentences.push('Words that another device saves at the same moment as you can be overwritten.')
  return sentences
}
