import { expect, test } from 'vitest'
import type { Client } from '../bridge/bridge'
import type { Problem, Result } from '../../shared/problem'
import { manualClock, settle } from '../editor/testing/fake-main'
import { createKept } from './kept'

const refused = (code: Problem['code']): Result<never> => ({ ok: false, problem: { code, message: 'No.' } })
const taken: Result<undefined> = { ok: true, value: undefined }
const words = { library: 'c-1:1', documentId: 'a', title: 'Tides', text: 'Typed here.' }

/** A field whose text the main process answers with `recover`, and the texts recovered meanwhile. */
function fieldOn(recover: Result<undefined>) {
  const recovered: unknown[] = []
  const call = ((name: string, input: unknown) => {
    recovered.push([name, input])
    return Promise.resolve(recover)
  }) as Client['call']
  return { recovered, kept: createKept(call, { after: () => () => {} }) }
}

test('words of a conflict whose library is not open any more become a recovered text, and are handed over once', async () => {
  const { recovered, kept } = fieldOn(taken)
  let sent = 0
  kept.schedule({ send: () => (sent++, Promise.resolve(refused('other-library'))), words })
  expect(await kept.keep()).toBe(true)
  expect(await kept.keep()).toBe(true)
  expect(recovered).toEqual([['library.recover-text', words]])
  expect(sent).toBe(1)
})

test('words of a conflict are handed over while typing goes on without a pause', async () => {
  const clock = manualClock()
  const kept = createKept((() => Promise.resolve(taken)) as Client['call'], clock)
  let had = ''
  const waiting: number[] = []
  for (let text = 'x'; text.length <= 20; text += 'x') {
    kept.schedule({ send: () => ((had = text), Promise.resolve(taken)), words })
    clock.advance(100)
    await settle()
    waiting.push(text.length - had.length)
  }
  expect(Math.max(...waiting)).toBeLessThanOrEqual(8)
})

test('words of a conflict are handed over a tenth of a second after the last key', async () => {
  const clock = manualClock()
  const kept = createKept((() => Promise.resolve(taken)) as Client['call'], clock)
  let had = ''
  kept.schedule({ send: () => ((had = 'typed'), Promise.resolve(taken)), words })
  clock.advance(100)
  await settle()
  expect(had).toBe('typed')
})

test('words of a conflict that are taken nowhere stay, and are tried again', async () => {
  const { recovered, kept } = fieldOn(refused('storage-full'))
  kept.schedule({ send: () => Promise.resolve(refused('other-library')), words })
  expect(await kept.keep()).toBe(false)
  expect(await kept.keep()).toBe(false)
  expect(recovered).toHaveLength(2)
})

test('words of a conflict that main refuses for another reason stay in their field', async () => {
  const { recovered, kept } = fieldOn(taken)
  kept.schedule({ send: () => Promise.resolve(refused('storage-full')), words })
  expect(await kept.keep()).toBe(false)
  expect(recovered).toEqual([])
})
