import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { presentableDiff } from '@codemirror/merge'
import { diffLines } from 'diff'
import { diffWords } from '../../shared/text/words/diff-words'
import { merge3 } from '../../shared/merge3'
import { dice, paragraphs, twoEdited, wrapped } from './prose'
import { compare, type Row } from './row'

const megabyte = 1_000_000

/** Merge and word diff (docs/performance.md): the merge in a warm process compared with git in a separate process. */
export default async function mergeBench(): Promise<Row[]> {
  const base = paragraphs(megabyte)
  const { mine, theirs } = twoEdited(base, 200)
  const page = (list: readonly string[]): string => `${list.join('\n\n')}\n`
  const lines = (list: readonly string[]): string => page(list.map((paragraph) => wrapped(paragraph)))
  return [
    await mergeRow(
      'merge of 1 MB, 200 + 200 edits, a paragraph a line',
      page(base),
      page(mine),
      page(theirs),
    ),
    await mergeRow('merge of 1 MB, 200 + 200 edits, wrapped lines', lines(base), lines(mine), lines(theirs)),
    ...(await worstRows()),
    ...(await diffRows(page(base), page(mine))),
  ]
}

async function mergeRow(what: string, base: string, mine: string, theirs: string): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'merge-bench-'))
  try {
    const files = Object.entries({ mine, base, theirs }).map(([name, text]) => {
      const file = join(folder, name)
      writeFileSync(file, text)
      return file
    })
    return await compare({
      what,
      ours: () => check(merge3({ base, mine, theirs }).kind === 'merged'),
      peer: () => check(spawnSync('git', ['merge-file', '-p', ...files], { maxBuffer: 1e8 }).status === 0),
      peerName: 'git merge-file',
      goal: 1,
      rounds: 15,
      warmUp: 5,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Texts that are hard for a diff; each must give a result within a second. */
async function worstRows(): Promise<Row[]> {
  const roll = dice(3)
  const of = (count: number, line: () => string): string => Array.from({ length: count }, line).join('\n')
  const some = (chance: number, name: string) => () =>
    roll(chance) === 0 ? `${name} ${roll(1e6)}` : 'the same line'
  const few = () => `line ${roll(3)}`
  const worst: Record<string, () => string> = {
    '6,000 equal lines, half of them changed on each side': () => of(6000, some(2, 'changed')),
    '6,000 lines of three kinds, shuffled on each side': () => of(6000, few),
    '60,000 lines of three kinds, shuffled on each side': () => of(60_000, few),
    '6,000 lines, every one changed on each side': () => of(6000, () => `line ${roll(1e9)}`),
  }
  const rows: Row[] = []
  for (const [what, make] of Object.entries(worst)) {
    const [base, mine, theirs] = [make(), make(), make()]
    rows.push(
      await compare({
        what: `merge of ${what}`,
        ours: () => processorMs(() => check(merge3({ base, mine, theirs }).kind !== 'merged')),
        peer: () => 1000,
        peerName: 'a second of processor',
        goal: 1,
        rounds: 5,
      }),
    )
  }
  return rows
}

async function diffRows(before: string, after: string): Promise<Row[]> {
  const ours = () => check(diffWords(before, after).pieces.length > 200)
  const what = 'word diff of two versions of 1 MB'
  return [
    await compare({
      what,
      ours,
      peer: () => void diffLines(before, after),
      peerName: 'jsdiff, by line',
      goal: 1,
    }),
    await compare({
      what,
      ours,
      peer: () => void presentableDiff(before, after),
      peerName: '@codemirror/merge',
      goal: 1,
      rounds: 5,
      warmUp: 1,
    }),
    await compare({
      what,
      ours: () => processorMs(ours),
      peer: () => 50,
      peerName: '50 ms of processor',
      goal: 1,
    }),
  ]
}

/** The processor time, which excludes other work on the machine. */
function processorMs(work: () => void): number {
  const start = process.cpuUsage()
  work()
  return process.cpuUsage(start).user / 1000
}

function check(isAsExpected: boolean): void {
  if (!isAsExpected) throw new Error('the benchmark did not measure what it means to measure')
}
