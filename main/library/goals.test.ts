import { expect, test } from 'vitest'
import { NO_GOALS, NOTHING_WRITTEN } from '../../shared/goals'
import { createGoals } from './goals'

function over(facts = new Map<string, unknown>()) {
  let told = 0
  const goals = createGoals(
    { read: (name) => facts.get(name), write: (name, value) => void facts.set(name, value) },
    () => void (told += 1),
  )
  return { goals, facts, told: () => told }
}

const wrote = { id: 'd', folderId: 'f', day: '2026-11-26', words: 5 }

test('nothing is counted, kept or told while there is no goal', () => {
  const { goals, facts, told } = over()
  goals.wrote(wrote)
  expect(facts.size).toBe(0)
  expect(told()).toBe(0)
})

test('goals and what was written are kept; what cannot be read counts as nothing', () => {
  const { goals, facts } = over()
  goals.set({ ...NO_GOALS, day: 500 })
  goals.wrote(wrote)
  const again = over(facts)
  expect(again.goals.read().goals.day).toBe(500)
  expect(again.goals.read().written.days).toEqual({ '2026-11-26': 5 })
  facts.set('written', { days: 'damaged' })
  facts.set('goals', 7)
  expect(again.goals.read()).toEqual({ goals: NO_GOALS, written: NOTHING_WRITTEN })
})
