import { expect, test } from 'vitest'
import { failed, ok, problem, type Result } from '../../shared/problem'
import { manualClock, settle } from '../editor/testing/fake-main'
import { createHeldTitle } from './held-title'
import { createTitleChannel } from './title-channel'

function scene() {
  const clock = manualClock()
  const sent: string[] = []
  const replaced: string[] = []
  let answer: Result<unknown> = ok(undefined)
  const channel = createTitleChannel({
    title: 'Draft',
    timers: clock,
    report: () => undefined,
    replaced: (theirs) => void replaced.push(theirs),
    send: (title) => {
      sent.push(title)
      return Promise.resolve(answer)
    },
  })
  return { clock, sent, replaced, channel, answerWith: (next: Result<unknown>) => void (answer = next) }
}

test('a title goes once, a little after the last key', async () => {
  const { clock, sent, channel } = scene()
  channel.typed('E')
  clock.advance(90)
  channel.typed('Es')
  clock.advance(99)
  expect(sent).toEqual([])
  clock.advance(1)
  await settle()
  expect(sent).toEqual(['Es'])
  expect(channel.unsent).toBe(false)
})

test('a title typed while one is under way goes after it', async () => {
  const { sent, channel } = scene()
  channel.typed('A')
  const first = channel.flush()
  channel.typed('B')
  expect(await first).toBe(true)
  expect(sent).toEqual(['A', 'B'])
})

test('a refused title stays and is tried again', async () => {
  const { clock, sent, channel, answerWith } = scene()
  answerWith(failed(problem('storage-full', 'The disk is full.')))
  channel.typed('Kept')
  expect(await channel.flush()).toBe(false)
  expect([channel.title, channel.unsent, channel.problem?.code]).toEqual(['Kept', true, 'storage-full'])
  answerWith(ok(undefined))
  clock.advance(500)
  await settle()
  expect(sent).toEqual(['Kept', 'Kept'])
  expect(channel.problem).toBeUndefined()
})

test('a title from elsewhere is taken, unless a newer one is being typed here', () => {
  const { channel } = scene()
  channel.arrived('Theirs')
  expect(channel.title).toBe('Theirs')
  channel.typed('Mine')
  channel.arrived('Theirs again')
  expect(channel.title).toBe('Mine')
})

test('a title from elsewhere that ours goes over is told, once ours is taken', async () => {
  const { channel, replaced } = scene()
  channel.typed('Mine')
  channel.arrived('Theirs')
  expect(replaced).toEqual([])
  expect(await channel.flush()).toBe(true)
  expect(replaced).toEqual(['Theirs'])
})

test('titles of two windows that were changed at places apart are one, and both have all words', async () => {
  const { sent, channel, replaced } = scene()
  channel.typed('Draft first')
  channel.arrived('second Draft')
  expect(channel.title).toBe('second Draft first')
  expect(await channel.flush()).toBe(true)
  expect([sent, replaced]).toEqual([['second Draft first'], []])
})

test('so are those of which one came while ours was under way', async () => {
  const { sent, channel, replaced } = scene()
  channel.typed('Draft first')
  const taken = channel.flush()
  channel.typed('Draft first!')
  channel.arrived('second Draft')
  expect(await taken).toBe(true)
  expect([sent, replaced]).toEqual([['Draft first', 'second Draft first!'], []])
  expect(channel.title).toBe('second Draft first!')
})

test('what is told of our own titles is not from elsewhere', async () => {
  const { channel, replaced } = scene()
  channel.typed('M')
  const first = channel.flush()
  channel.typed('Mi')
  channel.arrived('M')
  channel.arrived('Draft')
  expect(await first).toBe(true)
  channel.typed('Mine')
  channel.arrived('Mi')
  expect(await channel.flush()).toBe(true)
  expect(replaced).toEqual([])
})

test('who types a title without a pause has it taken after 300 ms', async () => {
  const { clock, sent, channel } = scene()
  for (let key = 1; key <= 9; key++) {
    channel.typed('T'.repeat(key))
    clock.advance(50)
  }
  await settle()
  expect(sent[0]).toBe('T'.repeat(6))
})

test('what is made of the text for an emptied title stands in the field once the writer has left it', async () => {
  const { channel } = scene()
  const held = createHeldTitle(channel)
  held.hold(true)
  held.typed('')
  await channel.flush()
  held.arrived('The first words of the text')
  expect(channel.title).toBe('')
  held.hold(false)
  expect([channel.title, channel.unsent]).toEqual(['The first words of the text', false])
})

test('a title that is typed in place of an emptied one stands, and nobody is said to have renamed it', async () => {
  const { sent, replaced, channel } = scene()
  const held = createHeldTitle(channel)
  held.hold(true)
  held.typed('')
  await channel.flush()
  held.typed('New')
  held.arrived('The first words of the text')
  await channel.flush()
  held.hold(false)
  expect([channel.title, sent, replaced]).toEqual(['New', ['', 'New'], []])
})
