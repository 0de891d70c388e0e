import type { Ability } from '../../shared/terms'

/** The service as plain values, as simple as possible and slow, for property tests to compare with. */
export interface DocumentModel {
  readonly title: string
  readonly content: string
  readonly status: string
  readonly folderId: number | null
  readonly tagIds: readonly number[]
  readonly etag: string
  /** Oldest first. */
  readonly versions: readonly { readonly title: string; readonly content: string; readonly status: string }[]
}

export interface FolderModel {
  readonly name: string
  readonly parentId: number | null
  readonly etag: string
}

export interface AccountModel {
  readonly documents: Map<number, DocumentModel>
  readonly folders: Map<number, FolderModel>
  readonly tags: Map<number, string>
}

export interface KeyModel {
  readonly text: string
  readonly account: number
  readonly abilities: readonly Ability[]
  isRevoked: boolean
}

export const emptyAccount = (): AccountModel => ({
  documents: new Map(),
  folders: new Map(),
  tags: new Map(),
})

/** The refusal that comes before any other check; `undefined`: none. */
export function refusalOf(key: KeyModel, ability: Ability): 401 | 403 | undefined {
  if (key.isRevoked) return 401
  return key.abilities.includes(ability) ? undefined : 403
}

/** The required answer to a guarded write of an existing resource, before its body is checked. */
export function guardOf(sent: string | undefined, current: string): 412 | 428 | undefined {
  if (sent === undefined) return 428
  return sent === current ? undefined : 412
}

export function isInside(account: AccountModel, folderId: number, candidate: number): boolean {
  for (let at: number | null = folderId; at !== null; at = account.folders.get(at)?.parentId ?? null)
    if (at === candidate) return true
  return false
}

export const isEmptyFolder = (account: AccountModel, id: number): boolean =>
  [...account.folders.values()].every((folder) => folder.parentId !== id) &&
  [...account.documents.values()].every((document) => document.folderId !== id)

/** Whether the folder and tags may be used by a document. */
export const areListed = (
  account: AccountModel,
  folderId: number | null,
  tagIds: readonly number[],
): boolean =>
  (folderId === null || account.folders.has(folderId)) && tagIds.every((id) => account.tags.has(id))

export const hasTagNamed = (account: AccountModel, name: string, except?: number): boolean =>
  [...account.tags].some(([id, other]) => id !== except && other.toLowerCase() === name.toLowerCase())

/** The parts of a document's state that must be equal for equal states. */
export const factsOf = (
  document: Pick<DocumentModel, 'title' | 'content' | 'status' | 'folderId' | 'tagIds'>,
): readonly unknown[] => [
  document.title,
  document.content,
  document.status,
  document.folderId,
  [...document.tagIds].sort((a, b) => a - b),
]
