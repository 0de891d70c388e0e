import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSeries, type Run } from './series'

type Text = readonly string[]
type Edit = { readonly at: number; readonly drop: number; readonly add: number }

const edit = fc.record({
  at: fc.integer({ min: 0, max: 30 }),
  drop: fc.integer({ min: 0, max: 3 }),
  add: fc.integer({ min: 0, max: 3 }),
})

/** A text and its later states, oldest first; every line is unique. */
function written(edits: readonly Edit[]): readonly Text[] {
  let count = 0
  const line = () => `Line ${count++} stands here.\n`
  const texts: Text[] = [Array.from({ length: 12 }, line)]
  for (const { at, drop, add } of edits) {
    const before = texts.at(-1)!
    const from = Math.min(at, before.length)
    texts.push(before.toSpliced(from, drop, ...Array.from({ length: add }, line)))
  }
  return texts
}

const keyOf = (index: number) => `v${index}`
const spread = (runs: readonly Run[]) =>
  runs.flatMap(({ lines, key }) => Array.from({ length: lines }, () => key))

/** The texts in the order of reading, newest first. */
function seriesOf(texts: readonly Text[]) {
  const series = createSeries()
  for (let index = texts.length - 1; index >= 0; index--) series.older(keyOf(index), texts[index]!)
  return series
}

describe('who brought which line', () => {
  test('as `git blame` tells it of the same series', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stet-blame-'))
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=w', '-c', 'user.email=w@example.org', ...args], {
        encoding: 'utf8',
      })
    try {
      git('init', '-q')
      const edits = fc.sample(edit, { numRuns: 40, seed: 20261121 }).filter(({ drop, add }) => drop + add > 0)
      const texts = written(edits)
      for (const [index, text] of texts.entries()) {
        writeFileSync(join(folder, 'text.md'), text.join(''))
        git('add', '-A')
        git('commit', '-q', '--allow-empty', '-m', keyOf(index))
      }
      const blamed = git('blame', '--line-porcelain', 'text.md')
        .split('\n')
        .flatMap((line) => (line.startsWith('summary ') ? [line.slice('summary '.length)] : []))
      expect(blamed.length).toBeGreaterThan(5)
      expect(new Set(blamed).size).toBeGreaterThan(3)
      expect(spread(seriesOf(texts).provenance(texts.at(-1)!))).toEqual(blamed)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test("what is not in a version yet is nobody's", () => {
    const series = seriesOf([
      ['a\n', 'b\n'],
      ['a\n', 'c\n', 'b\n'],
    ])
    expect(series.provenance(['new\n', 'a\n', 'c\n', 'b\n', 'more\n'])).toEqual([
      { lines: 1, key: undefined },
      { lines: 1, key: 'v0' },
      { lines: 1, key: 'v1' },
      { lines: 1, key: 'v0' },
      { lines: 1, key: undefined },
    ])
  })
})

describe('however it grew', () => {
  test('a series that grew by one newer text after the other tells the same as one that was read at once', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), fc.nat(12), (edits, start) => {
        const texts = written(edits)
        const middle = Math.min(start, texts.length - 1)
        const grown = createSeries()
        for (let index = middle; index >= 0; index--) grown.older(keyOf(index), texts[index]!)
        for (let index = middle + 1; index < texts.length; index++) grown.newer(keyOf(index), texts[index]!)
        const whole = seriesOf(texts)
        const now = texts.at(-1)!
        expect(grown.keys).toEqual(whole.keys)
        expect(grown.provenance(now)).toEqual(whole.provenance(now))
        expect(new Map(grown.measures())).toEqual(new Map(whole.measures()))
        expect(grown.lost).toEqual(whole.lost)
      }),
      { numRuns: 300 },
    )
  })

  test('each line that is gone last stood in the newest text that has it', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const texts = written(edits)
        const now = new Set(texts.at(-1))
        const expected = new Map<string, string>()
        for (const [index, text] of texts.entries())
          for (const line of text) if (!now.has(line)) expected.set(line, keyOf(index))
        expect(seriesOf(texts).lost).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('a line that comes back is not lost', () => {
    const series = seriesOf([['a\n', 'b\n'], ['a\n']])
    expect([...series.lost]).toEqual([['b\n', 'v0']])
    series.newer('v2', ['a\n', 'b\n'])
    expect(series.lost.size).toBe(0)
    series.newer('v3', ['b\n'])
    expect([...series.lost]).toEqual([['a\n', 'v2']])
  })

  test('words that came and went', () => {
    const series = seriesOf([['The tide was late.\n'], ['The tide was an hour late, again.\n', 'It came.\n']])
    expect([...series.measures()]).toEqual([['v1', { added: 5, removed: 0 }]])
  })
})
