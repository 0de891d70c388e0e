import { expect, test } from 'vitest'
import type { Handlers } from '../shared/ipc'
import { givingBack } from './open-pages'

test('what a page had open is given back when it is gone, each as often as it was opened', async () => {
  const closed: string[] = []
  const handlers = {
    'document.open': async ({ id }: { id: string }) => ({ id }),
    'document.close': async ({ id }: { id: string }) => void closed.push(id),
  } as unknown as Handlers<{ id: number }>
  const { commands, pageGone } = givingBack(handlers, (error) => {
    throw error
  })
  const [page, other] = [{ id: 1 }, { id: 2 }]
  for (const id of ['a', 'a', 'b']) await commands['document.open']({ id }, page)
  await commands['document.open']({ id: 'a' }, other)
  await commands['document.close']({ id: 'a' }, page)
  expect(closed).toEqual(['a'])

  pageGone(page)
  expect(closed).toEqual(['a', 'a', 'b'])
  pageGone(page)
  expect(closed).toEqual(['a', 'a', 'b'])
})
