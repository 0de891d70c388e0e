import { describe, expect, test } from 'vitest'
import { problem } from '../../../shared/problem'
import { fakeEditor, fakeMain, manualClock, settle } from '../testing/fake-main'

function scene(text: string) {
  const clock = manualClock()
  const main = fakeMain(text, 7)
  const editor = fakeEditor(main, { clientId: 'a', timers: clock })
  return { clock, main, editor }
}

describe('when typed words go to main', () => {
  test('the first key once it is painted, then all that was typed since, 100 ms after the last answer', async () => {
    const { clock, main, editor } = scene('')
    const seen: string[] = []
    for (let at = 0; at < 400; at += 20) {
      if (at % 60 === 0) editor.type(at / 60, 'x')
      clock.advance(20)
      await settle()
      if (main.text !== (seen.at(-1) ?? '')) seen.push(main.text)
    }
    expect(seen).toEqual(['x', 'xx', 'xxxx', 'xxxxxx'])
    expect(main.calls).toBe(4)
    clock.advance(60_000)
    await settle()
    expect(main.text).toBe('xxxxxxx')
    expect(main.calls).toBe(5)
    expect(editor.channel.settledVersion()).toBe(main.version)
  })

  test('a key after a pause does not wait for the time of the one before', async () => {
    const { clock, main, editor } = scene('')
    editor.type(0, 'a')
    clock.advance(20)
    await settle()
    clock.advance(100)
    editor.type(1, 'b')
    clock.advance(20)
    await settle()
    expect(main.text).toBe('ab')
  })

  test('a disk that is slow is asked once at a time, and has its rest after each answer', async () => {
    const clock = manualClock()
    const main = fakeMain('', 0)
    const answers: (() => void)[] = []
    const editor = fakeEditor(main, {
      clientId: 'a',
      timers: clock,
      deliver: (answer) => answers.push(answer),
    })
    const answered = async () => {
      for (const answer of answers.splice(0)) answer()
      await settle()
    }
    editor.type(0, 'a')
    clock.advance(20)
    editor.type(1, 'b')
    clock.advance(5_000)
    expect(main.text).toBe('a')
    await answered()
    clock.advance(99)
    expect(main.text).toBe('a')
    clock.advance(1)
    expect(main.text).toBe('ab')
    await answered()
    expect(editor.reports.at(-1)).toEqual({ unsent: false })
  })

  test('at once on flush, which answers when main has them', async () => {
    const { main, editor } = scene('')
    editor.type(0, 'now')
    const flushed = editor.channel.flush()
    await settle()
    expect(await flushed).toBe(true)
    expect(main.text).toBe('now')
  })

  test('nothing is sent while nothing is typed', async () => {
    const { clock, main, editor } = scene('text')
    expect(await editor.channel.flush()).toBe(true)
    clock.advance(60_000)
    await settle()
    expect(main.calls).toBe(0)
  })
})

describe('[W14] changes name the text they are based on', () => {
  test('behind: what others wrote comes in, what is typed here is put on top of it', async () => {
    const clock = manualClock()
    const main = fakeMain('middle', 3)
    const editor = fakeEditor(main, { clientId: 'a', timers: clock, hears: false })
    main.write([{ from: 0, to: 0, insert: 'before ' }])
    editor.type(6, ' after')
    expect(await finish(editor.channel.flush())).toBe(true)
    expect(main.text).toBe('before middle after')
    expect(editor.text).toBe(main.text)
  })

  test('two editors that type at once end with one text that holds all of both', async () => {
    const clock = manualClock()
    const main = fakeMain('0123456789', 0)
    const one = fakeEditor(main, { clientId: 'a', timers: clock })
    const two = fakeEditor(main, { clientId: 'b', timers: clock })
    one.type(0, 'A')
    two.type(10, 'B')
    clock.advance(250)
    await settle()
    clock.advance(1_000)
    await settle()
    expect(main.text).toBe('A0123456789B')
    expect([one.text, two.text]).toEqual([main.text, main.text])
  })

  test('main announces our own step before it answers: it counts once', async () => {
    const { main, editor } = scene('')
    editor.type(0, 'once')
    expect(await finish(editor.channel.flush())).toBe(true)
    editor.type(4, ' more')
    expect(await finish(editor.channel.flush())).toBe(true)
    expect(main.text).toBe('once more')
    expect(editor.text).toBe('once more')
  })

  test('an announcement was missed: the next one shows the gap, and it is asked for', async () => {
    const clock = manualClock()
    const main = fakeMain('x', 0)
    const editor = fakeEditor(main, { clientId: 'a', timers: clock, hears: false })
    main.write([{ from: 1, to: 1, insert: 'y' }])
    main.write([{ from: 2, to: 2, insert: 'z' }])
    editor.channel.receive([{ clientId: null, changes: [{ from: 2, to: 2, insert: 'z' }] }], 2)
    await settle()
    expect(editor.text).toBe('xyz')
  })

  test('main mends what was typed: its steps among ours are taken in their order', async () => {
    const { main, editor } = scene('..')
    main.mend('?', '!')
    editor.type(0, 'a?')
    editor.type(4, 'b')
    expect(await finish(editor.channel.flush())).toBe(true)
    expect(main.text).toBe('a!..b')
    expect(editor.text).toBe('a!..b')
    expect(editor.channel.settledVersion()).toBe(main.version)
  })

  test('an announcement heard twice changes nothing', async () => {
    const { main, editor } = scene('x')
    main.write([{ from: 1, to: 1, insert: 'y' }])
    await settle()
    editor.channel.receive([{ clientId: null, changes: [{ from: 1, to: 1, insert: 'y' }] }], main.version)
    expect(editor.text).toBe('xy')
  })

  test('an announcement of which only the last part is news', async () => {
    const clock = manualClock()
    const main = fakeMain('x', 0)
    const editor = fakeEditor(main, { clientId: 'a', timers: clock, hears: false })
    const steps = [
      { clientId: null, changes: [{ from: 1, to: 1, insert: 'y' }] },
      { clientId: 'b', changes: [{ from: 2, to: 2, insert: 'z' }] },
    ]
    editor.channel.receive(steps.slice(0, 1), 1)
    editor.channel.receive(steps, 2)
    expect(editor.text).toBe('xyz')
  })

  test('[S25] text from elsewhere waits for the end of a composition, and typing goes on', async () => {
    const { clock, main, editor } = scene('middle')
    editor.compose(true)
    editor.type(6, 'に')
    main.write([{ from: 0, to: 0, insert: 'before ' }])
    clock.advance(1_000)
    await settle()
    expect(editor.text).toBe('middleに')
    editor.type(7, 'ほ')
    editor.compose(false)
    await settle()
    clock.advance(1_000)
    await settle()
    expect(editor.text).toBe('before middleにほ')
    expect(main.text).toBe(editor.text)
  })

  test('text from elsewhere stays out of the undo history', async () => {
    const { main, editor } = scene('middle')
    editor.type(6, ' mine')
    main.write([{ from: 0, to: 0, insert: 'before ' }])
    await settle()
    editor.undo()
    expect(editor.text).toBe('before middle')
    editor.undo()
    expect(editor.text).toBe('before middle')
  })
})

test('an editor that throws once over words from elsewhere has them in the end', async () => {
  const clock = manualClock()
  const main = fakeMain('middle', 3)
  const editor = fakeEditor(main, { clientId: 'a', timers: clock })
  editor.breakOnce()
  main.write([{ from: 0, to: 6, insert: 'all of it new' }])
  await settle()
  clock.advance(1_000)
  await settle()
  await finish(editor.channel.flush())
  expect(editor.text).toBe('all of it new')
  editor.type(0, 'And ')
  await finish(editor.channel.flush())
  expect([editor.text, main.text]).toEqual(['And all of it new', 'And all of it new'])
})

describe('nothing typed is lost when main does not take it', () => {
  test('a refusal keeps the words, says so, and tries again with longer pauses', async () => {
    const { clock, main, editor } = scene('')
    main.refuse(problem('storage-full', 'The disk is full.'))
    editor.type(0, 'kept')
    clock.advance(250)
    await settle()
    expect(editor.reports.at(-1)).toEqual({
      unsent: true,
      problem: problem('storage-full', 'The disk is full.'),
    })
    clock.advance(500)
    await settle()
    expect(main.calls).toBe(2)
    clock.advance(999)
    await settle()
    expect(main.calls).toBe(2)
    main.refuse(undefined)
    clock.advance(1)
    await settle()
    expect(main.text).toBe('kept')
    expect(editor.reports.at(-1)).toEqual({ unsent: false })
  })

  test('a flush during the trouble answers false and the words stay', async () => {
    const { main, editor } = scene('')
    main.refuse(problem('storage-failed', 'The disk does not answer.'))
    editor.type(0, 'kept')
    expect(await finish(editor.channel.flush())).toBe(false)
    expect(editor.text).toBe('kept')
    main.refuse(undefined)
    expect(await finish(editor.channel.flush())).toBe(true)
    expect(main.text).toBe('kept')
  })

  test('main lost count: the text is opened again and what was typed is put on top', async () => {
    const { main, editor } = scene('First.\n\nSecond.')
    editor.type(6, ' Mine.')
    main.write([{ from: 15, to: 15, insert: ' Theirs.' }])
    main.restart()
    expect(await finish(editor.channel.flush())).toBe(true)
    expect(main.text).toBe('First. Mine.\n\nSecond. Theirs.')
    expect(editor.text).toBe(main.text)
    editor.type(0, '!')
    expect(await finish(editor.channel.flush())).toBe(true)
    expect(main.text).toBe(editor.text)
  })

  test('main lost count after it took the words: they are there once', async () => {
    const clock = manualClock()
    const main = fakeMain('', 0)
    const editor = fakeEditor(main, { clientId: 'a', timers: clock, hears: false })
    editor.type(0, 'once')
    main.write([{ from: 0, to: 0, insert: 'once' }], 'a')
    main.restart()
    expect(await finish(editor.channel.flush())).toBe(true)
    expect([main.text, editor.text]).toEqual(['once', 'once'])
  })

  test('a replacement in more than 10,000 places goes as one that does the same', async () => {
    const text = 'ab'.repeat(12_000)
    const { main, editor } = scene(text)
    editor.type(0, '>')
    const places = Array.from({ length: 12_000 }, (_, index) => ({
      from: index * 2 + 1,
      to: index * 2 + 2,
      insert: 'x',
    }))
    editor.typeAll(places)
    expect(await finish(editor.channel.flush())).toBe(true)
    expect(main.text).toBe('>' + 'xb'.repeat(12_000))
    expect(main.longestList).toBe(1)
  })

  test('[L10] steps that are too much for one message go in several, each with one step at least', async () => {
    const main = fakeMain('', 7)
    const editor = fakeEditor(main, { clientId: 'a', timers: manualClock(), insertedMax: 10 })
    const steps = ['123456', '1234', '12345678901234567890', 'a', 'b']
    for (const step of steps) editor.type(0, step)
    expect(await finish(editor.channel.flush())).toBe(true)
    expect(main.text).toBe(steps.toReversed().join(''))
    expect(main.calls).toBe(3)
  })

  test('line breaks travel as one character, and a \\r of a mixed text is not touched', async () => {
    const { main, editor } = scene('one\r\ntwo\nthree')
    expect(editor.text).toBe('one\r\ntwo\nthree')
    editor.type(4, '\n')
    expect(await finish(editor.channel.flush())).toBe(true)
    expect(main.text).toBe('one\r\n\ntwo\nthree')
  })
})

async function finish<T>(promise: Promise<T>): Promise<T> {
  await settle()
  return promise
}
