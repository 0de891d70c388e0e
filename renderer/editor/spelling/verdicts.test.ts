import { expect, test } from 'vitest'
import { createVerdicts } from './verdicts'

/** Verdicts from a dictionary whose answers are held until released. */
function verdictsOn(dictionary: Readonly<Record<string, number>>) {
  const asked: (readonly string[])[] = []
  const waiting: (() => void)[] = []
  let told = 0
  const verdicts = createVerdicts(
    (words) => {
      asked.push(words)
      return new Promise((resolve) => waiting.push(() => resolve(words.map((word) => dictionary[word] ?? 0))))
    },
    () => void (told += 1),
  )
  return { verdicts, asked, answer: () => waiting.splice(0).forEach((run) => run()), told: () => told }
}

test('a word is asked once, also while its answer is on its way', async () => {
  const { verdicts, asked, answer } = verdictsOn({ tide: 1 })
  const first = verdicts.ask(['tide', 'teh', 'tide'])
  const second = verdicts.ask(['teh'])
  answer()
  await Promise.all([first, second])
  await verdicts.ask(['tide', 'teh'])
  expect(asked).toEqual([['tide', 'teh']])
  expect([verdicts.isRight('tide'), verdicts.isRight('teh'), verdicts.isRight('new')]).toEqual([
    true,
    false,
    undefined,
  ])
})

test('many words are asked in several questions, so that others come between', async () => {
  const { verdicts, asked, answer } = verdictsOn({})
  const asking = verdicts.ask(Array.from({ length: 1_000 }, (_, number) => `word${number}`))
  answer()
  await asking
  expect(asked.map(({ length }) => length)).toEqual([400, 400, 200])
})

test('an answer for other languages is not taken', async () => {
  const { verdicts, answer, told } = verdictsOn({ die: 1 })
  const asking = verdicts.ask(['die'])
  verdicts.forget()
  answer()
  await asking
  expect(verdicts.isRight('die')).toBeUndefined()
  expect(told()).toBe(0)
})

test('what could not be found out is asked again', async () => {
  let fails = true
  const verdicts = createVerdicts(
    async (words) => {
      if (fails) throw new Error('no answer')
      return words.map(() => 1)
    },
    () => {},
  )
  await verdicts.ask(['tide'])
  expect(verdicts.isRight('tide')).toBeUndefined()
  fails = false
  await verdicts.ask(['tide'])
  expect(verdicts.isRight('tide')).toBe(true)
})
