import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../shared/testing/fuzz-runs'
import { factsOf, type AccountModel, type DocumentModel, type KeyModel } from './app.model'
import { step } from './app.scenario.fuzz'
import { openWorld, playStep, type World } from './app.steps.fuzz'

const runs = fuzzRuns(20)

test('[G2] [D2] [C1] any sequence of operations in several accounts does what the plain model does', async () => {
  console.info(`seed ${runs.seed}`)
  const scenario = fc.array(step, { minLength: 30, maxLength: 120 })
  const play = fc.asyncProperty(scenario, async (steps) => {
    const world = openWorld()
    for (const one of steps) await playStep(world, one)
    for (const [index, account] of world.accounts.entries())
      await compare(world, world.keys[index] as KeyModel, account)
    await world.service.close()
  })
  await fc.assert(play, runs)
})

/** Compares everything that the account shows with everything that it should contain. */
async function compare({ send }: World, key: KeyModel, account: AccountModel): Promise<void> {
  const all = async (path: string) => (await send(key, 'GET', `${path}?per_page=100`)).body
  const documents = await all('/documents')
  expect(documents.meta.total).toBe(account.documents.size)
  for (const found of documents.data) {
    const expected = account.documents.get(found.id)
    const shown = {
      ...found,
      folderId: found.folder_id,
      tagIds: found.tags.map((tag: { id: number }) => tag.id),
    }
    expect(factsOf(shown)).toEqual(factsOf(expected as DocumentModel))
    expect((await send(key, 'GET', `/documents/${found.id}`)).etag).toBe(expected?.etag)
    const versions = (await all(`/documents/${found.id}/versions`)).data
    const texts = versions.map(({ title, content, status }: DocumentModel) => ({ title, content, status }))
    expect(texts.toReversed()).toEqual(expected?.versions)
  }
  const folders = (await all('/folders')).data as { id: number; parent_id: number | null }[]
  expect(new Map(folders.map((folder) => [folder.id, folder.parent_id]))).toEqual(
    new Map([...account.folders].map(([id, folder]) => [id, folder.parentId])),
  )
  for (const [id] of account.folders) {
    const direct = [...account.documents.values()].filter((document) => document.folderId === id).length
    expect((await all(`/folders/${id}/documents`)).meta.total).toBe(direct)
  }
  for (const tag of (await all('/tags')).data) {
    expect(account.tags.get(tag.id)).toBe(tag.name)
    const carriers = [...account.documents.values()].filter((document) =>
      document.tagIds.includes(tag.id),
    ).length
    expect([tag.documents_count, (await all(`/tags/${tag.id}/documents`)).meta.total]).toEqual([
      carriers,
      carriers,
    ])
  }
  for (const status of ['draft', 'published']) {
    const count = [...account.documents.values()].filter((document) => document.status === status).length
    expect((await send(key, 'GET', `/documents?status=${status}`)).body.meta.total).toBe(count)
  }
}
