import { expect, test } from 'vitest'
import type { Client } from '../bridge/bridge'
import { createSessions } from './sessions'

/** Sessions over a main that answers when told to. */
function sessionsOn() {
  const timers: (() => void)[] = []
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
    timers: {
      after(_, run) {
        timers.push(run)
        return () => void timers.splice(timers.indexOf(run), 1)
      },
    },
    newClientId: () => 'one',
    edited() {},
    failed() {},
    show() {},
    opened() {},
  })
  return { sessions, asked, timers, answer: () => answer() }
}

test('who begins to open a document goes on when it is refused', async () => {
  const { sessions, asked, timers, answer } = sessionsOn()
  const begun = sessions.beginToOpen('a')
  const open = sessions.open('a')
  await Promise.resolve()
  answer()
  await expect(begun).resolves.toBeUndefined()
  await expect(open).rejects.toThrow('It is gone.')
  expect(asked).toEqual(['document.open'])
  expect(timers).toEqual([])
})

test('who begins to open a document does not wait for a slow answer', async () => {
  const { sessions, timers } = sessionsOn()
  const begun = sessions.beginToOpen('a')
  timers[0]?.()
  await expect(begun).resolves.toBeUndefined()
})
