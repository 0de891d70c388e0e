import { expect, test } from 'vitest'
import type { Client } from '../bridge/bridge'
import { ok } from '../../shared/problem'
import type { OpenDocument } from '../../shared/ipc/ipc-records'
import type { ChannelState, createEditor, EditorOptions, Speller } from '../editor/editor'
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

test('words that come while main closes the text are handed over before the editor ends', async () => {
  const asked: string[] = []
  let report = (_state: ChannelState) => {}
  let written = () => {}
  const sessions = createSessions({
    client: {
      library: 'here',
      listen: () => () => {},
      call: async (name: string) => {
        asked.push(name)
        if (name === 'document.close' && !asked.includes('flushed')) written()
        return ok(name === 'spelling.ignored' ? [] : undefined)
      },
    } as unknown as Client,
    createEditor: ((options: EditorOptions) => {
      report = options.report
      let words = ''
      written = () => {
        words = 'pasted'
        report({ unsent: true })
      }
      return {
        configure() {},
        setIgnored() {},
        keptView: () => undefined,
        vimMode: () => undefined,
        async flush() {
          if (words !== '') asked.push('flushed')
          words = ''
          report({ unsent: false })
          return true
        },
        destroy: () => void asked.push(words === '' ? 'ended' : 'lost'),
      }
    }) as unknown as typeof createEditor,
    timers: { after: () => () => {} },
    speller: {} as Speller,
    newClientId: () => 'one',
    edited() {},
    failed() {},
    show() {},
    opened() {},
  })
  sessions.adopt({ id: 'a', title: '', tagIds: [], state: { phase: 'clean' } } as unknown as OpenDocument)
  await sessions.close('a')
  expect(asked.slice(-4)).toEqual(['document.close', 'flushed', 'document.close', 'ended'])
})
