import { expect, test } from 'vitest'
import type { Client } from '../bridge/bridge'
import type { Speller } from '../editor/editor'
import { createSessions } from './sessions'

/** Sessions over a main that answers when told to. */
function sessionsOn() {
  let answer = () => {}
  const asked: string[] = []
  const sessions = createSessions({
    client: {
      call: (name: string) => {
        asked.push(name)
        return new Promise((resolve) => {
          answer = () => resolve({ ok: false, problem: { code: 'not-found', message: 'It is gone.' } })
        })
      },
    } as unknown as Client,
    createEditor: () => {
      throw new Error('no document was opened')
    },
    timers: { after: () => () => {} },
    speller: {} as Speller,
    newClientId: () => 'one',
    edited() {},
    failed() {},
    show() {},
    opened() {},
  })
  return { sessions, asked, answer: () => answer() }
}

test('reading ahead asks once, and whoever shows the document hears of a refusal', async () => {
  const { sessions, asked, answer } = sessionsOn()
  sessions.readAhead('a')
  const open = sessions.open('a')
  await Promise.resolve()
  answer()
  await expect(open).rejects.toThrow('It is gone.')
  expect(asked).toEqual(['document.open'])
})
