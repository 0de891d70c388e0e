import { expect, test } from 'vitest'
import { createUnfinished } from './unfinished'

/** A library whose facts outlive the process, and the notices of its next opening. */
function library() {
  const facts = new Map<string, unknown>()
  const open = () => {
    const said: string[] = []
    const unfinished = createUnfinished(
      { read: (name) => facts.get(name), write: (name, value) => void facts.set(name, value) },
      ({ text }) => void said.push(text),
    )
    return { unfinished, said }
  }
  return { open, facts }
}

test('what a kill breaks off is told once by the next opening', () => {
  const { open } = library()
  const { unfinished, said } = open()
  expect(said).toEqual([])
  unfinished.batch({ doing: 'Deleting', done: 4_100, total: 20_006 })
  void unfinished.during({ kind: 'import', name: 'Notes' }, () => new Promise(() => {}))
  expect(open().said).toEqual([
    'Importing “Notes” was interrupted when Stet ended. Import it again to bring in the rest; nothing is imported twice.',
    'Deleting 20,006 documents was interrupted when Stet ended, after about 4,100 of them. What was done before that stays done; the texts are kept under Recovered texts.',
  ])
  expect(open().said).toEqual([])
})

test('what has ended, well or not, is told by none', async () => {
  const { open, facts } = library()
  const { unfinished } = open()
  unfinished.batch({ doing: 'Tagging', done: 0, total: 30 })
  unfinished.batch(null)
  await unfinished.during({ kind: 'move', name: 'Press' }, async () => 1)
  const broken = unfinished.during({ kind: 'restore', name: '' }, () => Promise.reject(new Error('full')))
  await expect(broken).rejects.toThrow('full')
  expect(open().said).toEqual([])
  facts.set('unfinished-batch', { doing: 7 })
  expect(open().said).toEqual([])
})
