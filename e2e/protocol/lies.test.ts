import { expect, test } from 'vitest'
import { createLiar } from './fuzz/lies'
import { allThere, changeThere, createThere, deleteThere, openWriter } from './writer'
import { useWriters } from './writers'

const { writers } = useWriters()

test('[W17] a create that was answered with another document is found, and goes on being saved', async () => {
  const liar = createLiar()
  const writer = openWriter({ variant: liar.variant })
  writers.push(writer)
  await createThere(writer, { title: 'Known', content: 'Known text.' })
  await writer.pass(60_000)
  liar.plan('another-after', 1)
  const { id } = await writer.workspace.documents.create({ title: 'New', text: 'One.' })
  await writer.pass(10 * 60_000)
  await (await writer.edit(id)).append(' Two.')
  await writer.pass(10 * 60_000)
  expect(writer.workspace.record().problem).toBeUndefined()
  expect(writer.phase(id)).toBe('clean')
  expect(await allThere(writer)).toEqual([
    ['Known', 'Known text.'],
    ['New', 'One. Two.'],
  ])
})

test('[W17] a document that was made while a create was in doubt is listed once the doubt is over, whatever the number of documents says', async () => {
  const writer = openWriter()
  writers.push(writer)
  const { documents, catalog } = writer.workspace
  const doomed = await createThere(writer, { title: 'Doomed', content: 'Here for now.' })
  const stays = await createThere(writer, { title: 'Stays', content: 'Here for good.' })
  writer.workspace.attend('focused')
  await writer.pass(60_000)
  // The create and all searches for the created document get no answer, while lists do.
  writer.faults.plan({ kind: 'answer-lost' }, 'POST', 1)
  writer.faults.plan({ kind: 'status', status: 503 }, ({ path }) => path.includes('/versions'), 50)
  await documents.create({ title: 'Mine', text: 'Written here.' })
  await writer.pass(1_000)
  await createThere(writer, { title: 'Theirs', content: 'Written elsewhere meanwhile.' })
  await writer.pass(10_000)
  await changeThere(writer, stays, { content: 'Changed since.' })
  await writer.pass(2 * 60_000)
  writer.faults.clear()
  writer.workspace.outbox.retry()
  await writer.pass(3_000)
  // One document is missing here and another was deleted there, so both sides have the same number.
  await deleteThere(writer, doomed)
  await writer.pass(10 * 60_000)
  const titles = catalog.find({ query: '', limit: 10 }).map(({ title }) => title)
  expect(titles.sort()).toEqual(['Mine', 'Stays', 'Theirs'])
})

test.each([
  ['keep-mine', []],
  ['take-theirs', [['New', '']]],
] as const)(
  '[W4] [W11] a document that was stored without its text and deleted here is asked about: %s',
  async (kind, there) => {
    const liar = createLiar()
    const writer = openWriter({ variant: liar.variant })
    writers.push(writer)
    liar.plan('emptied', 1)
    const { documents, catalog } = writer.workspace
    const { id } = await documents.create({ title: 'New', text: 'One.' })
    await writer.pass(60_000)
    await documents.delete({ ids: [id] })
    await writer.pass(60_000)
    const view = await documents.conflict({ id })
    expect(view?.kind).toBe('deleted-here')
    await documents.resolve({ id, reviewed: view!.reviewed, mine: view!.mine, resolution: { kind } })
    await writer.pass(10 * 60_000)
    expect(await allThere(writer)).toEqual(there)
    expect(catalog.find({ query: '', limit: 10 })).toHaveLength(there.length)
  },
)

test('[W10] reads of a replica that is three saves behind take nothing back, and writing goes on', async () => {
  const shown: { readonly body: string; readonly headers: Headers }[] = []
  let isBehind = false
  const writer = openWriter({
    variant: (app) => async (request) => {
      const answer = await app(request)
      if (request.method !== 'GET' || !new URL(request.url).pathname.endsWith('/documents/1')) return answer
      if (!isBehind) shown.push({ body: await answer.clone().text(), headers: answer.headers })
      const [first] = shown
      return isBehind && first !== undefined
        ? new Response(first.body, { status: 200, headers: first.headers })
        : answer
    },
  })
  writers.push(writer)
  await createThere(writer, { title: 'One', content: 'First.' })
  await writer.pass(60_000)
  const window = await writer.edit('1')
  await writer.pass(10_000)
  isBehind = true
  let text = window.text()
  for (const words of [' One.', ' Two.', ' Three.', ' Four.']) {
    await window.append(words)
    text += words
    await writer.pass(4_000)
    writer.workspace.attend('focused')
    await writer.pass(16_000)
    expect([window.text(), writer.phase('1')]).toEqual([text, 'clean'])
  }
  isBehind = false
  await writer.pass(60_000)
  expect(await allThere(writer)).toEqual([['One', text]])
  expect(window.text()).toBe(text)
})
