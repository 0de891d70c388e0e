import { expect, test } from 'vitest'
import { createVirtualClock } from '../system/clock.virtual'
import { createLeaving, handedOverWithin, SILENT_MS, type UnwrittenText } from './leaving'
import { createWindowFlush } from './windows/window-flush'

interface Story {
  /** Texts whose last words no disk has, by library. */
  readonly unwritten?: readonly (readonly string[])[]
  /** The writer's answers about them, in order. */
  readonly answers?: readonly ('stay' | 'copy' | 'leave' | 'unanswered')[]
  /** A window that opens while the writer is asked about words. */
  readonly comesMeanwhile?: number
  /** The writer's answers about windows that do not respond. */
  readonly silent?: readonly ('wait' | 'leave')[]
  readonly windows?: readonly number[]
}

/** Everything that happened while the app was ending, in order. */
function leaving({ unwritten = [[]], answers = [], silent = [], windows = [1], comesMeanwhile }: Story) {
  const clock = createVirtualClock()
  const happened: string[] = []
  const asked: (readonly UnwrittenText[])[] = []
  const copied: string[] = []
  const [left, waits, there] = [[...answers], [...silent], [...windows]]
  /** Windows that were asked a second time. */
  const again: (readonly number[])[] = []
  let last = 0
  const flush = createWindowFlush((to, round) => {
    if (round === last) return void again.push(to)
    last = round
    happened.push('windows are asked')
  })
  const libraries = unwritten.map((ids) => ({
    unwritten: () => ids,
    read: (id: string) => ({ text: `text of ${id}`, fields: { title: id }, phase: 'dirty' as const }),
  }))
  const leave = createLeaving({
    clock,
    handOver: () => flush.ask(there),
    stay: () => happened.push('windows take keys'),
    documents: () => libraries,
    async askSilent() {
      happened.push('the writer is asked about silence')
      return waits.shift() ?? 'wait'
    },
    unwritten: {
      async ask(texts, changed) {
        happened.push('the writer is asked about words')
        asked.push(texts)
        if (comesMeanwhile !== undefined && !there.includes(comesMeanwhile)) {
          there.push(comesMeanwhile)
          flush.came(comesMeanwhile)
        }
        const answer = left.shift() ?? 'stay'
        if (answer !== 'unanswered') return answer
        await new Promise((resolve) => changed.addEventListener('abort', resolve))
        return 'stay'
      },
      async copy(text) {
        copied.push(text)
      },
    },
    closeWindows: () => happened.push('windows close'),
    async closeLibraries() {
      happened.push('libraries close')
    },
    left: () => happened.push('the app ends'),
  })
  return { may: leave(), leave, clock, flush, happened, again, asked, copied }
}

test('[W23] windows hand over, then close, and the libraries after them; nothing is asked where every word is on the disk', async () => {
  const { may, flush, happened, asked } = leaving({})
  expect(happened).toEqual(['windows are asked'])
  flush.done(1, 1)
  expect(await may).toBe(true)
  expect(happened).toEqual(['windows are asked', 'windows close', 'libraries close', 'the app ends'])
  expect(asked).toEqual([])
})

test('[H1] a window that does not answer is waited for as long as the writer wants', async () => {
  const { may, clock, flush, happened } = leaving({ windows: [1, 2], silent: ['wait', 'wait'] })
  flush.done(1, 1)
  await clock.advance(SILENT_MS * 2 + 1)
  expect(happened).toEqual([
    'windows are asked',
    'the writer is asked about silence',
    'the writer is asked about silence',
  ])
  flush.done(2, 1)
  expect(await may).toBe(true)
  expect(happened.slice(3)).toEqual(['windows close', 'libraries close', 'the app ends'])
})

test('[W23] a page that was still being read when it was asked is asked until it answers, also while the writer is', async () => {
  const { may, clock, flush, happened, again } = leaving({ windows: [1, 2], silent: ['wait'] })
  flush.done(1, 1)
  await clock.advance(1_000)
  expect(again).toEqual([[2], [2]])
  await clock.advance(SILENT_MS + 1_000)
  expect(again.length).toBeGreaterThan(10)
  flush.done(2, 1)
  expect(await may).toBe(true)
  const times = again.length
  await clock.advance(SILENT_MS)
  expect(again).toHaveLength(times)
  expect(happened.filter((what) => what === 'windows are asked')).toHaveLength(1)
})

test('the writer may lose what a silent window has; one that crashed counts as gone', async () => {
  const silent = leaving({ silent: ['leave'] })
  await silent.clock.advance(SILENT_MS + 1)
  expect(await silent.may).toBe(true)
  const crashed = leaving({})
  crashed.flush.gone(1)
  expect(await crashed.may).toBe(true)
  expect(crashed.happened).not.toContain('the writer is asked about silence')
})

test('[H2] words that no disk took are named before they are lost, of every open library; the writer stays', async () => {
  const { may, flush, asked, happened } = leaving({ unwritten: [[], ['Low water']], answers: ['stay'] })
  flush.done(1, 1)
  expect(await may).toBe(false)
  expect(asked).toEqual([[{ title: 'Low water', text: 'text of Low water' }]])
  expect(happened).toEqual(['windows are asked', 'the writer is asked about words', 'windows take keys'])
})

test('[H2] the question about words that no disk took is withdrawn when a disk has taken them, and names what is left', async () => {
  const there = ['Low water', 'The ferryman']
  const { may, clock, asked, happened } = leaving({
    windows: [],
    unwritten: [there],
    answers: ['unanswered', 'unanswered'],
  })
  await clock.advance(5_000)
  expect(asked).toHaveLength(1)
  there.shift()
  await clock.advance(1_000)
  expect(asked.map((texts) => texts.map(({ title }) => title))).toEqual([
    ['Low water', 'The ferryman'],
    ['The ferryman'],
  ])
  there.shift()
  await clock.advance(1_000)
  expect(await may).toBe(true)
  expect(happened.at(-1)).toBe('the app ends')
})

test('a copy can be taken first; then it is asked again', async () => {
  const { may, asked, copied } = leaving({
    windows: [],
    unwritten: [['Low water'], ['The ferryman']],
    answers: ['copy', 'leave'],
  })
  expect(await may).toBe(true)
  expect(asked).toHaveLength(2)
  expect(copied).toEqual(['# Low water\n\ntext of Low water\n\n# The ferryman\n\ntext of The ferryman'])
})

test('[H1] a window that opens while the app is left is asked too, before anything closes', async () => {
  const { may, flush, happened, clock } = leaving({
    unwritten: [['Low water']],
    answers: ['leave', 'leave'],
    comesMeanwhile: 2,
  })
  flush.done(1, 1)
  await clock.advance(1)
  expect(happened).toEqual(['windows are asked', 'the writer is asked about words', 'windows are asked'])
  flush.done(1, 2)
  flush.done(2, 2)
  expect(await may).toBe(true)
  expect(happened.slice(3)).toEqual([
    'the writer is asked about words',
    'windows close',
    'libraries close',
    'the app ends',
  ])
})

test('[H1] a page that is loaded anew while it is waited for is asked again', async () => {
  const { may, flush, happened, clock } = leaving({ windows: [1] })
  flush.came(1)
  await clock.advance(1)
  expect(happened).toEqual(['windows are asked', 'windows are asked'])
  flush.done(1, 2)
  expect(await may).toBe(true)
})

test('[W23] who quits once more while the writer decides is given that answer: no window takes keys while another quit goes on', async () => {
  const { may, leave, flush, happened } = leaving({ unwritten: [['Low water']], answers: ['stay'] })
  const again = leave()
  expect(happened).toEqual(['windows are asked'])
  flush.done(1, 1)
  expect([await may, await again]).toEqual([false, false])
  expect(happened).toEqual(['windows are asked', 'the writer is asked about words', 'windows take keys'])
})

test('[W23] after the writer stayed the app can be left again', async () => {
  const { may, leave, flush, happened } = leaving({ unwritten: [['Low water']], answers: ['stay', 'leave'] })
  flush.done(1, 1)
  expect(await may).toBe(false)
  const second = leave()
  flush.done(1, 2)
  expect(await second).toBe(true)
  expect(happened.at(-1)).toBe('the app ends')
})

test('what is read waits for windows that are slow, asks them again, and gives up one that never answers', async () => {
  const clock = createVirtualClock()
  const asked: (readonly [readonly number[], number, string])[] = []
  const flush = createWindowFlush((to, round, reason) => asked.push([to, round, reason]))
  const slow = handedOverWithin(flush.ask([1, 2], 'read'), clock, 10_000)
  await clock.advance(1_200)
  expect(asked).toEqual(Array.from({ length: 3 }, () => [[1, 2], 1, 'read']))
  flush.done(1, 1)
  flush.gone(2)
  expect(await slow).toBe(true)
  const never = handedOverWithin(flush.ask([1], 'read'), clock, 10_000)
  await clock.advance(10_000)
  expect(await never).toBe(false)
  const before = asked.length
  await clock.advance(10_000)
  expect(asked).toHaveLength(before)
})
