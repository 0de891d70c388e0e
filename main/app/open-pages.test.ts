import { expect, test } from 'vitest'
import type { Handlers } from '../../shared/ipc/ipc'
import { givingBack } from './open-pages'

test('what a page had open is given back when it is gone, each as often as it was opened', async () => {
  const closed: string[] = []
  const handlers = {
    'document.open': async ({ id }: { id: string }) => ({ id }),
    'document.close': async ({ id }: { id: string }, library: string) => void closed.push(`${id} ${library}`),
  } as unknown as Handlers<{ id: number }, string>
  const { commands, pageGone } = givingBack(handlers, (error) => {
    throw error
  })
  const [page, other] = [{ id: 1 }, { id: 2 }]
  for (const id of ['a', 'a', 'b']) await commands['document.open']({ id }, 'here', page)
  await commands['document.open']({ id: 'a' }, 'here', other)
  await commands['document.close']({ id: 'a' }, 'here', page)
  await commands['document.open']({ id: 'a' }, 'there', page)
  expect(closed).toEqual(['a here'])

  pageGone(page)
  expect(closed).toEqual(['a here', 'a here', 'b here', 'a there'])
  pageGone(page)
  expect(closed).toEqual(['a here', 'a here', 'b here', 'a there'])
})
