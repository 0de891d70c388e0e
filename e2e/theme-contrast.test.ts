import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contrastOf, type Rgb } from '../shared/contrast'
import { ROOT } from './paths'

const css = fs.readFileSync(path.join(ROOT, 'renderer/styles/tokens.css'), 'utf8')

/** The colours that a block of the tokens sets, for a light or a dark window. */
function coloursOf(selector: string, side: 'light' | 'dark'): ReadonlyMap<string, Rgb> {
  const from = css.indexOf(`\n${selector} {`)
  const block = css.slice(from, css.indexOf('\n}', from))
  const found = block.matchAll(/--([\w-]+): (?:light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)|(#[\da-f]{6}));/g)
  return new Map(
    [...found].map(([, name = '', light, dark, both]) => {
      const hex = both ?? (side === 'light' ? light : dark) ?? ''
      return [name, [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb]
    }),
  )
}

/** The colours of text, and those of its backgrounds. */
const ON_ALL = [
  ['ink', 'soft', 'faint', 'accent'],
  ['paper', 'chrome', 'raised', 'hover', 'select'],
] as const
const PAIRS = [
  ...ON_ALL[0].flatMap((front) => ON_ALL[1].map((back) => [front, back] as const)),
  ...(['theirs', 'add', 'del', 'violet'] as const).flatMap((front) =>
    (['paper', 'chrome', 'raised'] as const).map((back) => [front, back] as const),
  ),
  ...([
    ['on-accent', 'accent'],
    ['ink', 'mine-bg'],
    ['ink', 'theirs-bg'],
    ['theirs', 'theirs-bg'],
    ['ink', 'add-bg'],
    ['add', 'add-bg'],
    ['ink', 'del-bg'],
    ['del', 'del-bg'],
    ['ink', 'hit'],
  ] as const),
]

test.each([
  [':root', 'light', 4.5],
  [':root', 'dark', 4.5],
  [":root[data-theme='sepia']", 'light', 4.5],
  [":root[data-theme|='contrast']", 'light', 7],
  [":root[data-theme|='contrast']", 'dark', 7],
] as const)('all words of %s, %s, have a contrast of %d to one or more', (selector, side, least) => {
  const colours = new Map([...coloursOf(':root', side), ...coloursOf(selector, side)])
  const short = PAIRS.flatMap(([front, back]) => {
    const contrast = contrastOf(colours.get(front)!, colours.get(back)!)
    return contrast >= least ? [] : [`${front} on ${back}: ${contrast.toFixed(2)}`]
  })
  expect(short).toEqual([])
})
