import { useEffect, useState } from 'react'
import type { Folder } from '../../shared/ipc/ipc-records'
import { shareOf, type Goals, type Share, type WordGoal } from '../../shared/goals'
import { dayText } from '../../shared/text/date-text'
import type { DocumentId, FolderId } from '../../shared/terms'
import { useSessionPart, useWords } from '../document/use-session'
import { useGoals, useLibrary } from '../state/queries'
import type { Session } from '../state/sessions'

/** The progress towards a goal. */
interface Progress {
  readonly goal: WordGoal
  /** The number of words so far. */
  readonly stands: number
  /** The part of the goal for today; undefined if today is not one of its days. */
  readonly share: Share | undefined
}

export interface GoalsHere {
  readonly goals: Goals
  /** The number of words written on each day. */
  readonly days: Readonly<Record<string, number>>
  readonly day: string
  readonly documentId: DocumentId | undefined
  readonly document: Progress | undefined
  readonly folder: Folder | undefined
  readonly folderWords: number
  readonly inFolder: Progress | undefined
  readonly ofDay: Share | undefined
}

/** The ids of a folder and of all folders below it. */
function within(folders: readonly Folder[], id: FolderId): ReadonlySet<FolderId> {
  const found = new Set([id])
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const { id: one, parentId } of folders) if (parentId !== null && found.has(parentId)) found.add(one)
  }
  return found
}

const sumOf = (counts: Readonly<Record<string, number>>, ids: ReadonlySet<string>): number =>
  [...ids].reduce((sum, id) => sum + (counts[id] ?? 0), 0)

const LOOK_MS = 30_000

/** Today's date by the writer's clock, also when a writing session goes past midnight. */
function useDay(): string {
  const [day, setDay] = useState(() => dayText(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setDay(dayText(new Date())), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return day
}

/** The goals of the document, of its folder and of the day; undefined until they are loaded. */
export function useGoalsHere(session: Session | undefined): GoalsHere | undefined {
  const data = useGoals().data
  const folders = useLibrary().data?.folders ?? []
  const words = useWords(session) ?? 0
  const folderId = useSessionPart(session, (view) => view.folderId) ?? null
  const day = useDay()
  if (data === undefined) return undefined
  const { goals, written } = data
  const isToday = written.day === day
  const progress = (goal: WordGoal | undefined, stands: number, today: number): Progress | undefined =>
    goal && { goal, stands, share: shareOf(goal, stands, today, day) }
  const folder = folders.find(({ id }) => id === folderId)
  const ids = folder === undefined ? new Set<string>() : within(folders, folder.id)
  const folderGoal = folder && goals.folders[folder.id]
  const folderWords = sumOf(written.folders, ids)
  return {
    goals,
    day,
    days: written.days,
    documentId: session?.id,
    document:
      session &&
      progress(goals.documents[session.id], words, isToday ? (written.documents[session.id] ?? 0) : 0),
    folder,
    folderWords,
    inFolder: progress(
      folderGoal,
      folderWords - (folderGoal?.from ?? 0),
      isToday ? sumOf(written.foldersToday, ids) : 0,
    ),
    ofDay: goals.day === null ? undefined : { done: written.days[day] ?? 0, words: goals.day },
  }
}
