import { expect, test } from 'vitest'
import { appError } from '../../../shared/problem'
import { createKeyMemory } from './key-memory'

function openFacts() {
  const kept = new Map<string, unknown>()
  let isFull = false
  return {
    read: (name: string) => kept.get(name),
    write(name: string, value: unknown) {
      if (isFull) throw appError('storage-full', 'This disk is full.')
      kept.set(name, value)
    },
    fill: (full: boolean) => void (isFull = full),
  }
}

test('[C7] a key that a full disk did not let a library remember is remembered once there is room', () => {
  const facts = openFacts()
  const memory = createKeyMemory(facts, 'c-1', () => 'mk_first')
  facts.fill(true)
  memory.claim()
  expect(memory.isOf('mk_first')).toBe(false)
  facts.fill(false)
  memory.claim()
  expect([memory.isOf('mk_first'), memory.isOf('mk_second')]).toEqual([true, false])
})

test('[C7] a library of another connection does not take the key of this one for its own', () => {
  const facts = openFacts()
  createKeyMemory(facts, 'c-1', () => undefined).claim()
  const exchanged = createKeyMemory(facts, 'c-2', () => 'mk_second')
  exchanged.claim()
  expect([exchanged.isSwapped(), exchanged.isOf('mk_second')]).toEqual([true, false])
})
