import { expect, test } from 'vitest'
import type { Client } from '../bridge/bridge'
import { ok } from '../../shared/problem'
import type { OpenDocument } from '../../shared/ipc/ipc-records'
import type { ChannelState, createEditor, EditorOptions, Speller } from '../editor/editor'
import { manualClock } from '../editor/testing/fake-main'
import { createSessions } from './sessions'

const HEARS_NOTHING = {
  speller: {} as Speller,
  newClientId: () => 'one',
  edited() {},
  failed() {},
  show() {},
  opened() {},
}

/** Sessions whose main process answers when the test says so. */
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
    ...HEARS_NOTHING,
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
        language: () => undefined,
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
    ...HEARS_NOTHING,
  })
  sessions.adopt({ id: 'a', title: '', tagIds: [], state: { phase: 'clean' } } as unknown as OpenDocument)
  await sessions.close('a')
  expect(asked.slice(-4)).toEqual(['document.close', 'flushed', 'document.close', 'ended'])
})

test('a state that is a promise comes back once no key has followed, and does not come and go between two keys', () => {
  const clock = manualClock()
  let report = (_state: ChannelState) => {}
  const sessions = createSessions({
    client: {
      library: 'here',
      listen: () => () => {},
      call: async () => ok([]),
    } as unknown as Client,
    createEditor: ((options: EditorOptions) => {
      report = options.report
      return { configure() {}, setIgnored() {}, vimMode: () => undefined, language: () => undefined }
    }) as unknown as typeof createEditor,
    timers: clock,
    ...HEARS_NOTHING,
  })
  const session = sessions.adopt({
    id: 'a',
    title: '',
    tagIds: [],
    state: { phase: 'queued' },
  } as unknown as OpenDocument)
  const seen: string[] = []
  session.subscribe(() => void seen.push(session.view().phase))
  for (let key = 0; key < 5; key++) {
    report({ unsent: true })
    clock.advance(30)
    report({ unsent: false })
    clock.advance(170)
  }
  expect(seen).toEqual(['dirty'])
  clock.advance(1_000)
  expect(seen).toEqual(['dirty', 'queued'])
})
