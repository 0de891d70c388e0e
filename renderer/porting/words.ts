import { counted } from '../../shared/text/counted'

/** Parts that are there, as a sentence would list them. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** What comes, counted: the first is named always, the others where there are any. */
export function countedAll(...counts: readonly (readonly [count: number, what: string])[]): string {
  const named = counts.filter(([count], at) => at === 0 || count > 0)
  return listed(named.map(([count, what]) => counted(count, what)))
}
