import { TreeCursor, type Tree } from '@lezer/common'
import { expect, test } from 'vitest'
import { markdownParser } from './grammar'
import { inSections, partOf } from './sections'

const PARTS = [
  '## Part',
  'The tide was *late*.',
  '- rope\n- a **ledger**',
  '> Honey is [taxed](https://a.b).',
]
const text = Array.from({ length: 20_000 }, (_, index) => PARTS[index % PARTS.length]).join('\n\n')
const whole = inSections(markdownParser).parse(text)

test('what is on screen is met in as many steps at the end of a long text as at its start', () => {
  const stepsAt = (from: number) =>
    countSteps(() => met(partOf(whole, from, from + 4_000), from, from + 4_000))
  const atStart = stepsAt(0)
  expect(atStart).toBeGreaterThan(500)
  for (const from of [text.length >> 1, text.length - 4_000]) {
    expect(stepsAt(from)).toBeGreaterThan(500)
    expect(stepsAt(from)).toBeLessThan(10 * atStart)
  }
})

test('a walk over a part of the tree meets the same nodes as one over the whole', () => {
  for (const from of [0, 1, 17, 200_003, text.length - 3]) {
    const to = Math.min(text.length, from + 900)
    expect(met(partOf(whole, from, to), from, to)).toEqual(met(whole, from, to))
  }
})

function met(tree: Tree, from: number, to: number): readonly string[] {
  const nodes: string[] = []
  tree.iterate({ from, to, enter: (node) => void nodes.push(`${node.name} ${node.from} ${node.to}`) })
  return nodes
}

function countSteps(run: () => void): number {
  const { nextSibling } = TreeCursor.prototype
  let steps = 0
  TreeCursor.prototype.nextSibling = function (this: TreeCursor, ...rest) {
    steps += 1
    return nextSibling.apply(this, rest)
  }
  run()
  TreeCursor.prototype.nextSibling = nextSibling
  return steps
}
