import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { JudgedQuery } from './queries'

const folder = new URL('./library/', import.meta.url)

/** The documents for the judged queries, by file name; the title is the first heading. */
export function readJudgedLibrary(): { name: string; title: string; content: string }[] {
  return readdirSync(fileURLToPath(folder))
    .sort()
    .map((file) => {
      const content = readFileSync(new URL(file, folder), 'utf8')
      return { name: file.replace(/\.md$/, ''), title: /^# (.*)$/m.exec(content)?.[1] ?? file, content }
    })
}

export const sectionOf = (name: string, headingPath: readonly string[]): string =>
  `${name}#${headingPath.at(-1) ?? ''}`

/** Whether a query is in the half that is not used for tuning. */
export const isHeldOut = (query: JudgedQuery): boolean =>
  createHash('sha256').update(query.id).digest()[0]! % 2 === 0

/** The quality of an order of sections: 1 is the best possible for the judgements. Repeated sections count once. */
export function ndcgAt10(sections: readonly string[], grades: JudgedQuery['grades']): number {
  const gain = (grade: number, place: number) => (2 ** grade - 1) / Math.log2(place + 2)
  const sum = (values: readonly number[]) =>
    values.slice(0, 10).reduce((total, grade, i) => total + gain(grade, i), 0)
  const best = sum(Object.values(grades).sort((a, b) => b - a))
  return sum([...new Set(sections)].map((section) => grades[section] ?? 0)) / best
}
