import { expect, test } from 'vitest'
import { createLiar } from './fuzz/lies'
import { allThere, createThere, openWriter } from './writer'
import { useWriters } from './writers'

const { writers } = useWriters()

test('[W17] a create that was answered with another document is found, and goes on being saved', async () => {
  const liar = createLiar()
  const writer = openWriter({ habit: liar.habit })
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
