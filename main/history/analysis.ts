import type { AsyncCommand } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import type { SnapshotStore } from '../store/snapshots'
import type { VersionStore } from '../store/versions/versions'
import { passageTrail } from './passage'
import { createTexts, linesShown, SNAPSHOT } from './texts'

/**
 * Facts that come from all texts of a history together; computed from the texts on this device, and only on request.
 */
export interface Analysis {
  readonly measures: AsyncCommand<'history.measures'>
  readonly lost: AsyncCommand<'history.lost'>
  readonly passage: AsyncCommand<'history.passage'>
  readonly provenance: AsyncCommand<'history.provenance'>
}

interface AnalysisParts {
  readonly versions: VersionStore
  readonly snapshots: Pick<SnapshotStore, 'digests' | 'read' | 'list'>
  readonly now: (id: DocumentId) => { readonly text: string } | undefined
}

export function createAnalysis(parts: AnalysisParts): Analysis {
  const { versions, snapshots } = parts
  const texts = createTexts(parts)
  let present: { readonly text: string; readonly lines: readonly string[] } | undefined

  /** Returns the same array for the same text, so that results computed from it stay valid. */
  function linesNow(id: DocumentId): readonly string[] {
    const text = parts.now(id)?.text
    if (text === undefined) throw appError('not-found-here', 'This document is not here any more.')
    if (present?.text !== text) present = { text, lines: linesShown(text) }
    return present.lines
  }

  function timesOf(id: DocumentId): (key: string) => string {
    const times = new Map(snapshots.list(id).map((one) => [SNAPSHOT + one.id, one.at]))
    return (key) => times.get(key) ?? versions.timeOf(id, key) ?? ''
  }

  return {
    async measures({ id }) {
      const { series } = await texts.of(id)
      return Object.fromEntries(series.measures())
    },

    async lost({ id, query, limit }) {
      const { series, lostWords } = await texts.of(id)
      const timeOf = timesOf(id)
      return {
        hits: lostWords.find(query, linesNow(id), limit).map(({ key, sentence, marks }) => ({
          versionId: key,
          at: timeOf(key),
          sentence,
          marks: [...marks],
        })),
        searched: series.keys.length,
        known: versions.count(id).known,
      }
    },

    async passage({ id, from, to }) {
      const timeOf = timesOf(id)
      const { steps, reached } = passageTrail(linesNow(id), { from, to }, texts.newestFirst(id))
      const { known, here } = versions.count(id)
      return {
        steps: steps.map(({ key, text }) => ({ versionId: key, at: timeOf(key), text })),
        goesOn: reached && here < known,
      }
    },

    async provenance({ id }) {
      const { series } = await texts.of(id)
      const timeOf = timesOf(id)
      const runs = series.provenance(linesNow(id))
      const keys = new Set(runs.flatMap(({ key }) => key ?? []))
      const oldest = series.keys.at(-1)
      return {
        runs: runs.map(({ lines, key }) => ({ lines, versionId: key ?? null })),
        times: Object.fromEntries([...keys].map((key) => [key, timeOf(key)])),
        ...(oldest !== undefined && { oldest }),
      }
    },
  }
}
