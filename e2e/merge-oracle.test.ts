import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { merge3 } from '../shared/merge3'
import { dice } from './bench/prose'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'merge-oracle-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** The merge of git, by line; undefined for a conflict. */
function byGit(base: string, mine: string, theirs: string): string | undefined {
  const files = Object.entries({ mine, base, theirs }).map(([name, text]) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  })
  const { status, stdout } = spawnSync('git', ['merge-file', '-p', '-q', ...files], { encoding: 'utf8' })
  if (status === null || status > 127) throw new Error('git merge-file did not run')
  return status === 0 ? stdout : undefined
}

const kinds = ['prose', 'list', 'table', 'code'] as const

/** A document in which each paragraph is one line, so that a line never contains less than a sentence. */
function document(roll: (limit: number) => number): string[] {
  let number = 0
  return Array.from({ length: 2 + roll(6) }, () => {
    const kind = kinds[roll(kinds.length)]!
    const count = kind === 'prose' ? 1 : 1 + roll(5)
    const units = Array.from({ length: count }, () => `Word${number++} and word${number++} came here.`)
    if (kind === 'list') return units.map((unit) => `- ${unit}`)
    if (kind === 'table') return ['| a |', '|---|', ...units.map((unit) => `| ${unit} |`)]
    return kind === 'code' ? ['```', ...units, '```'] : units
  }).flatMap((block) => [...block, ''])
}

function edited(lines: readonly string[], roll: (limit: number) => number, author: string): string[] {
  const result = [...lines]
  for (let count = roll(4); count > 0; count--) {
    const at = roll(result.length + 1)
    const does = roll(4)
    if (does === 0) result.splice(at, 0, `Then ${author}${count} was added.`, '')
    else if (does === 1) result.splice(at, 1 + roll(2))
    else if (result[at]) result[at] = result[at].replace('and', `and ${author}${count}`)
  }
  return result
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/**
 * The comparison uses documents whose lines contain at least a sentence: in wrapped paragraphs, git merges parts of one
 * sentence, which W9 forbids.
 */
test('[W9] where git merges by line without a conflict, the outcome is the same', () => {
  const outcomes = { bothClean: 0, onlyHere: 0, neither: 0 }
  for (let seed = 1; seed <= 250; seed++) {
    const roll = dice(seed)
    const base = document(roll)
    const [b, m, t] = [text(base), text(edited(base, roll, 'mine')), text(edited(base, roll, 'theirs'))]
    const git = byGit(b, m, t)
    const here = merge3({ base: b, mine: m, theirs: t })
    if (git === undefined) outcomes[here.kind === 'merged' ? 'onlyHere' : 'neither']++
    else {
      outcomes.bothClean++
      expect({ seed, ...here }).toMatchObject({ seed, kind: 'merged', text: git })
    }
  }
  expect(outcomes.bothClean).toBeGreaterThan(100)
  expect(outcomes.neither).toBeGreaterThan(10)
}, 60_000)
