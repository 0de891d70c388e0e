import { expect, test } from 'vitest'
import { useWriters } from './writers'
import type { Writer } from './writer'

const { start } = useWriters()

/** Two devices on one service that have renamed the same tag offline; the change of `ann` was sent first. */
async function renamedOnBoth() {
  const ann = start({ name: 'ann' })
  await ann.other.call('tags.create', { body: { name: 'sea' } })
  const ben = start({ service: ann.service, clock: ann.clock, name: 'ben' })
  await ann.pass(70_000)
  for (const [writer, name] of [
    [ann, 'harbour'],
    [ben, 'quay'],
  ] as const) {
    writer.faults.offline(true)
    await writer.workspace.organise.renameTag({ id: tagOf(writer)!.id, name })
  }
  for (const writer of [ann, ben]) {
    writer.faults.offline(false)
    writer.workspace.outbox.retry()
    await writer.pass(20_000)
  }
  const asked = ben.workspace.outbox.list().waiting[0]!
  return { ann, ben, asked }
}

const tagOf = ({ workspace }: Writer) => workspace.catalog.library().tags[0]
const namesOf = (...writers: readonly Writer[]) => writers.map((writer) => tagOf(writer)?.name)

test('a tag renamed on two devices is a question with both names', async () => {
  const { ann, ben, asked } = await renamedOnBoth()
  expect(namesOf(ann, ben)).toEqual(['harbour', 'quay'])
  expect(asked).toMatchObject({
    state: 'needs-you',
    why: 'It was renamed to “harbour” elsewhere',
    choices: { mine: 'Keep “quay”', theirs: 'Take “harbour”' },
  })
  expect(ann.workspace.outbox.list().sent).toMatchObject([{ what: 'Rename tag “sea” → “harbour”' }])
  expect(ben.workspace.outbox.list().sent, 'a change in question was accepted').toEqual([])
})

test('each answer brings both devices to one name', async () => {
  const kept = await renamedOnBoth()
  kept.ben.workspace.outbox.retry(kept.asked.id)
  await kept.ann.pass(600_000)
  expect(namesOf(kept.ann, kept.ben)).toEqual(['quay', 'quay'])

  const taken = await renamedOnBoth()
  taken.ben.workspace.outbox.discard(taken.asked.id)
  await taken.ann.pass(600_000)
  expect(namesOf(taken.ann, taken.ben)).toEqual(['harbour', 'harbour'])
})
