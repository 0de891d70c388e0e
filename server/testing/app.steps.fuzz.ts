import { expect } from 'vitest'
import { ABILITIES, type Ability } from '../../shared/terms'
import { openMemoryService } from './app.memory'
import {
  emptyAccount,
  factsOf,
  guardOf,
  hasTagNamed,
  isEmptyFolder,
  isInside,
  areListed,
  refusalOf,
  type KeyModel,
} from './app.model'
import type { Step } from './app.scenario.fuzz'

const ACCOUNTS = 3

/** A service, its expected contents, and every id and ETag that was ever seen. */
export type World = ReturnType<typeof openWorld>

export function openWorld() {
  const service = openMemoryService()
  const accounts = Array.from({ length: ACCOUNTS }, emptyAccount)
  const keys: KeyModel[] = []
  const addKey = (account: number, abilities: readonly Ability[]) =>
    keys.push({ text: service.addKey(abilities, `account ${account}`), account, abilities, isRevoked: false })
  accounts.forEach((_, account) => addKey(account, ABILITIES))
  const documentIds: number[] = []
  const folderIds: number[] = []
  const tagIds: number[] = []
  const oldEtags = ['"doc-1-99"']

  const send = async (key: KeyModel, method: string, path: string, json?: object, ifMatch?: string) => {
    const response = await service.app(
      new Request(`http://service/api/v1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${key.text}`,
          ...(json && { 'Content-Type': 'application/json' }),
          ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
        },
        ...(json && { body: JSON.stringify(json) }),
      }),
    )
    const body = await response.text()
    return {
      status: response.status,
      etag: response.headers.get('etag') ?? '',
      body: body === '' ? undefined : JSON.parse(body),
    }
  }
  return { service, accounts, keys, addKey, documentIds, folderIds, tagIds, oldEtags, send }
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

/**
 * Usually an id of the account; sometimes any id that ever existed, which may be deleted or belong to another account.
 */
const target = (all: readonly number[], own: Iterable<number>, index: number): number =>
  at(index % 12 === 0 ? all : [...own], Math.floor(index / 12)) ?? 77

function etagFor({ oldEtags }: World, kind: string, current: string | undefined): string | undefined {
  if (kind === 'none') return undefined
  if (kind === 'of another') return current === undefined ? '"x"' : current.replace(/[a-z]+/, 'file')
  if (kind === 'stale') return oldEtags.findLast((old) => old !== current)
  return current ?? '"doc-1-1"'
}

/** Applies one step to the service and the model, and compares the answer with the model's. */
export async function playStep(world: World, one: Step): Promise<void> {
  const { accounts, keys, addKey, documentIds, folderIds, tagIds, oldEtags, send, service } = world
  const key = keys['key' in one ? one.key % keys.length : 0] as KeyModel
  const account = accounts[key.account] ?? emptyAccount()
  const idsOf = ({ folder, tags }: { folder?: number | null | undefined; tags?: number[] | undefined }) => ({
    folder:
      folder === undefined || folder === null ? folder : target(folderIds, account.folders.keys(), folder),
    tags: (account.tags.size === 0 ? tags && [] : tags)?.map((tag) =>
      target(tagIds, account.tags.keys(), tag),
    ),
  })
  switch (one.kind) {
    case 'add key': {
      addKey(one.account % ACCOUNTS, [one.ability])
      return
    }
    case 'revoke': {
      // Each account keeps its first key, so that its final state can be read.
      if (keys.indexOf(key) < ACCOUNTS) return
      key.isRevoked = true
      const entry = service.store.accounts.listKeys()[keys.indexOf(key) + 1]
      service.store.accounts.revokeKey(entry?.id ?? 0, 1)
      return
    }
    case 'create': {
      const { folder = null, tags = [] } = idsOf(one.fields)
      const { title = 't', status = 'draft' } = one.fields
      const json = { title, content: one.content, status, folder_id: folder, tag_ids: tags }
      const answer = await send(key, 'POST', '/documents', json)
      const expected = refusalOf(key, 'documents:write') ?? (areListed(account, folder, tags) ? 201 : 422)
      expect(answer.status).toBe(expected)
      if (expected !== 201) return
      const { id } = answer.body.data
      expect(documentIds).not.toContain(id)
      documentIds.push(id)
      const version = { title, content: one.content, status }
      account.documents.set(id, {
        ...version,
        folderId: folder,
        tagIds: [...new Set(tags)],
        etag: answer.etag,
        versions: [version],
      })
      return
    }
    case 'update': {
      const id = target(documentIds, account.documents.keys(), one.target)
      const before = account.documents.get(id)
      const sent = etagFor(world, one.etag, before?.etag)
      const { folder, tags } = idsOf(one.fields)
      const { title, status } = one.fields
      const json = { content: one.content, title, status, folder_id: folder, tag_ids: tags }
      const answer = await send(key, 'PUT', `/documents/${id}`, json, sent)
      const expected =
        refusalOf(key, 'documents:write') ??
        (before === undefined
          ? 404
          : (guardOf(sent, before.etag) ?? (areListed(account, folder ?? null, tags ?? []) ? 200 : 422)))
      expect(answer.status).toBe(expected)
      if (expected !== 200 || before === undefined) return
      const fieldsAfter = {
        title: title ?? before.title,
        content: one.content,
        status: status ?? before.status,
        folderId: folder === undefined ? before.folderId : folder,
        tagIds: tags === undefined ? before.tagIds : [...new Set(tags)],
      }
      const isSame = JSON.stringify(factsOf(fieldsAfter)) === JSON.stringify(factsOf(before))
      expect(answer.etag === before.etag).toBe(isSame)
      if (isSame) return
      expect(oldEtags).not.toContain(answer.etag)
      oldEtags.push(before.etag)
      const { title: t, content, status: s } = fieldsAfter
      account.documents.set(id, {
        ...fieldsAfter,
        etag: answer.etag,
        versions: [...before.versions, { title: t, content, status: s }],
      })
      return
    }
    case 'delete': {
      const id = target(documentIds, account.documents.keys(), one.target)
      const before = account.documents.get(id)
      const sent = etagFor(world, one.etag, before?.etag)
      const answer = await send(key, 'DELETE', `/documents/${id}`, undefined, sent)
      const expected =
        refusalOf(key, 'documents:write') ??
        (before === undefined ? 404 : (guardOf(sent, before.etag) ?? 204))
      expect(answer.status).toBe(expected)
      if (expected === 204) account.documents.delete(id)
      return
    }
    case 'add folder': {
      const parentId =
        one.parent === null || account.folders.size === 0
          ? null
          : target(folderIds, account.folders.keys(), one.parent)
      const answer = await send(key, 'POST', '/folders', { name: one.name, parent_id: parentId })
      const expected = refusalOf(key, 'folders:write') ?? (areListed(account, parentId, []) ? 201 : 422)
      expect(answer.status).toBe(expected)
      if (expected !== 201) return
      folderIds.push(answer.body.data.id)
      account.folders.set(answer.body.data.id, { name: one.name, parentId, etag: answer.etag })
      return
    }
    case 'move folder': {
      const id = target(folderIds, account.folders.keys(), one.target)
      const before = account.folders.get(id)
      const sent = etagFor(world, one.etag, before?.etag)
      const parentId =
        one.parent === null || account.folders.size === 0
          ? null
          : target(folderIds, account.folders.keys(), one.parent)
      const answer = await send(key, 'PUT', `/folders/${id}`, { parent_id: parentId }, sent)
      const isFine =
        areListed(account, parentId, []) && (parentId === null || !isInside(account, parentId, id))
      const expected =
        refusalOf(key, 'folders:write') ??
        (before === undefined ? 404 : (guardOf(sent, before.etag) ?? (isFine ? 200 : 422)))
      expect(answer.status).toBe(expected)
      if (expected !== 200 || before === undefined) return
      expect(answer.etag === before.etag).toBe(before.parentId === parentId)
      account.folders.set(id, { ...before, parentId, etag: answer.etag })
      return
    }
    case 'delete folder': {
      const id = target(folderIds, account.folders.keys(), one.target)
      const before = account.folders.get(id)
      const sent = etagFor(world, one.etag, before?.etag)
      const answer = await send(key, 'DELETE', `/folders/${id}`, undefined, sent)
      const expected =
        refusalOf(key, 'folders:write') ??
        (before === undefined
          ? 404
          : (guardOf(sent, before.etag) ?? (isEmptyFolder(account, id) ? 204 : 422)))
      expect(answer.status).toBe(expected)
      if (expected === 204) account.folders.delete(id)
      return
    }
    case 'add tag': {
      const answer = await send(key, 'POST', '/tags', { name: one.name })
      const expected = refusalOf(key, 'tags:write') ?? (hasTagNamed(account, one.name) ? 422 : 201)
      expect(answer.status).toBe(expected)
      if (expected !== 201) return
      tagIds.push(answer.body.data.id)
      account.tags.set(answer.body.data.id, one.name)
      return
    }
    case 'rename tag': {
      const id = target(tagIds, account.tags.keys(), one.target)
      const answer = await send(key, 'PUT', `/tags/${id}`, { name: one.name })
      const expected =
        refusalOf(key, 'tags:write') ??
        (!account.tags.has(id) ? 404 : hasTagNamed(account, one.name, id) ? 422 : 200)
      expect(answer.status).toBe(expected)
      if (expected === 200) account.tags.set(id, one.name)
      return
    }
    case 'delete tag': {
      const id = target(tagIds, account.tags.keys(), one.target)
      const answer = await send(key, 'DELETE', `/tags/${id}`)
      const expected = refusalOf(key, 'tags:write') ?? (account.tags.has(id) ? 204 : 404)
      expect(answer.status).toBe(expected)
      if (expected !== 204) return
      account.tags.delete(id)
      for (const [documentId, document] of account.documents)
        account.documents.set(documentId, {
          ...document,
          tagIds: document.tagIds.filter((tagId) => tagId !== id),
        })
      return
    }
  }
}
