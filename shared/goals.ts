import { DAY_MS } from './day'

/** A number of words for a document or a folder, and the days over which the missing ones are spread. */
export interface WordGoal {
  readonly words: number
  /** The last day, as `2026-11-26`; absent where there is no deadline. */
  readonly by?: string | undefined
  /** The days of the week for it, Sunday being 0; empty: every day. */
  readonly weekdays: readonly number[]
}

/** The words written in one library. Words that were pasted, merged, restored or imported are not counted. */
export interface Written {
  /** By day, as `2026-11-26`. */
  readonly days: Readonly<Record<string, number>>
  /** The last day with words, and its words by document. */
  readonly day: string
  readonly documents: Readonly<Record<string, number>>
  /** The words of that day, and of all days, by the folder of their document. */
  readonly foldersToday: Readonly<Record<string, number>>
  readonly folders: Readonly<Record<string, number>>
}

/** The writer's goals in one library; stored on this device. */
export interface Goals {
  /** Words per day in all documents; null: no goal. */
  readonly day: number | null
  /** The target length of documents. */
  readonly documents: Readonly<Record<string, WordGoal>>
  /** How many words are to be written in a folder and below it; `from` is the number of words that existed before. */
  readonly folders: Readonly<Record<string, WordGoal & { readonly from: number }>>
}

export const NO_GOALS: Goals = { day: null, documents: {}, folders: {} }

export const hasGoals = ({ day, documents, folders }: Goals): boolean =>
  day !== null || Object.keys(documents).length > 0 || Object.keys(folders).length > 0

export const NOTHING_WRITTEN: Written = { days: {}, day: '', documents: {}, foldersToday: {}, folders: {} }

/** How many days are kept. */
const DAYS_MAX = 400

export interface Wrote {
  readonly id: string
  readonly folderId: string | null
  readonly day: string
  /** Negative where typed words were deleted again. */
  readonly words: number
}

export function withWrote(written: Written, { id, folderId, day, words }: Wrote): Written {
  const add = (counts: Readonly<Record<string, number>>, key: string): Readonly<Record<string, number>> => ({
    ...counts,
    [key]: Math.max(0, (counts[key] ?? 0) + words),
  })
  const days = Object.entries(add(written.days, day)).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const isLate = day < written.day
  const isSame = day === written.day
  const today = (counts: Readonly<Record<string, number>>, key: string | null) =>
    isLate || key === null ? (isSame || isLate ? counts : {}) : add(isSame ? counts : {}, key)
  return {
    days: Object.fromEntries(days.slice(-DAYS_MAX)),
    day: isLate ? written.day : day,
    documents: today(written.documents, id),
    foldersToday: today(written.foldersToday, folderId),
    folders: folderId === null ? written.folders : add(written.folders, folderId),
  }
}

/** Today's target, and how much of it is written. */
export interface Share {
  readonly done: number
  readonly words: number
}

/**
 * Today's share of a goal: the words that were missing this morning, spread over the remaining days. Undefined where
 * today is not one of them; without a last day it is the whole goal.
 *
 * @param stands how many words there are now, `today` of them written today
 */
export function shareOf(goal: WordGoal, stands: number, today: number, day: string): Share | undefined {
  if (goal.by === undefined) return { done: stands, words: goal.words }
  const left = daysLeft(goal, day)
  const missing = Math.max(0, goal.words - (stands - today))
  if (left === 0) return goal.by < day ? { done: stands, words: goal.words } : undefined
  return { done: today, words: Math.ceil(missing / left) }
}

/** How many days remain for a goal, including this one; 0 where this one is not among them. */
export function daysLeft({ by = '', weekdays }: WordGoal, day: string): number {
  const isFor = (date: Date) => weekdays.length === 0 || weekdays.includes(date.getUTCDay())
  const [first, last] = [new Date(day), new Date(by)]
  if (!isFor(first)) return 0
  let count = 0
  for (let date = first; date <= last && count < DAYS_FAR; date = new Date(date.getTime() + DAY_MS))
    if (isFor(date)) count += 1
  return count
}

/** Days are not counted further ahead than this. */
const DAYS_FAR = 10_000
