import { expect, test } from 'vitest'
import type { Handlers } from '../../../shared/ipc/ipc'
import { trackingOpenDocuments } from './open-pages'

test('what a page had open is given back when it is gone, each as often as it was opened', async () => {
  const closed: string[] = []
  const handlers = {
    'window.bootstrap': async () => ({
      onScreen: { library: 'epoch' },
      documents: [{ id: 'c' }, { id: 'd' }],
    }),
    'document.open': async ({ id }: { id: string }) => ({ id }),
    'document.close': async ({ id }: { id: string }, library: string) => void closed.push(`${id} ${library}`),
  } as unknown as Handlers<{ id: number }, string>
  const { commands, pageGone } = trackingOpenDocuments(
    handlers,
    () => 'begun',
    (error) => {
      throw error
    },
  )
  const [page, other] = [{ id: 1 }, { id: 2 }]
  for (const id of ['a', 'a', 'b']) await commands['document.open']({ id }, 'here', page)
  await commands['document.open']({ id: 'a' }, 'here', other)
  await commands['document.close']({ id: 'a' }, 'here', page)
  await commands['document.open']({ id: 'a' }, 'there', page)
  const third = { id: 3 }
  await commands['window.bootstrap'](undefined, third)
  await commands['document.close']({ id: 'c' }, 'begun', third)
  expect(closed).toEqual(['a here', 'c begun'])
  pageGone(third)
  expect(closed.splice(1)).toEqual(['c begun', 'd begun'])

  pageGone(page)
  expect(closed).toEqual(['a here', 'a here', 'b here', 'a there'])
  pageGone(page)
  expect(closed).toEqual(['a here', 'a here', 'b here', 'a there'])
})

test('a document that opens when its page is gone already is given back, also where the page was loaded anew', async () => {
  const closed: string[] = []
  let answer = () => {}
  const handlers = {
    'document.open': ({ id }: { id: string }) =>
      new Promise((resolve) => {
        answer = () => resolve({ id })
      }),
    'document.close': async ({ id }: { id: string }) => void closed.push(id),
  } as unknown as Handlers<{ id: number }, string>
  const { commands, pageGone } = trackingOpenDocuments(
    handlers,
    () => undefined,
    (error) => {
      throw error
    },
  )
  const page = { id: 1 }
  const asked = commands['document.open']({ id: 'a' }, 'here', page)
  pageGone(page)
  const askedAnew = answer
  const again = commands['document.open']({ id: 'b' }, 'here', page)
  askedAnew()
  await asked
  expect(closed).toEqual(['a'])
  answer()
  await again
  expect(closed).toEqual(['a'])
  pageGone(page)
  expect(closed).toEqual(['a', 'b'])
})
