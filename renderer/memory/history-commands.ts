import type { CommandName } from '../../shared/ipc/ipc'
import type { FetchProgress, VersionSummary } from '../../shared/ipc/ipc-history'
import { linesOf } from '../../shared/diff/line-hunks'
import { refused, type HandlersOf, type MemoryCore } from './core'
import type { MemoryVersion } from './records'
import { sampleVersions } from './sample-versions'

type Names = Extract<CommandName, `history.${string}`>

/** Versions of the sample; what main computes is scripted here in the simplest way that is true. */
export function historyCommands(core: MemoryCore): HandlersOf<Names> {
  const { records, emit, find, nowMs } = core

  function versionsOf(id: string): readonly MemoryVersion[] {
    const known = records.versions.get(id)
    if (known) return known
    const made = sampleVersions(find(id), nowMs())
    records.versions.set(id, made)
    return made
  }

  const noted = (id: string, versionId: string) => records.notes.get(`${id} ${versionId}`)

  function summaryOf(id: string, { id: versionId, at, title, status, text }: MemoryVersion): VersionSummary {
    const note = noted(id, versionId)
    return {
      id: versionId,
      at,
      title,
      status,
      origin: 'service',
      label: status === 'published' ? 'Published' : 'Saved',
      digest: `${title}\0${text}`.slice(-200),
      here: true,
      starred: note?.starred ?? false,
      ...(note === undefined || note.name === '' ? {} : { name: note.name }),
    }
  }

  const snapshotsOf = (id: string) => records.snapshots.filter(({ documentId }) => documentId === id)

  const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

  return {
    'history.list': ({ id, limit }) => {
      const versions = versionsOf(id)
      return {
        versions: versions.slice(0, limit).map((version) => summaryOf(id, version)),
        snapshots: snapshotsOf(id).map(({ id: snapshotId, at, title, reason }) => ({
          id: `snapshot:${snapshotId}`,
          at,
          title,
          origin: 'device' as const,
          label: reason,
          here: true,
          starred: noted(id, `snapshot:${snapshotId}`)?.starred ?? false,
        })),
        known: versions.length,
        here: versions.length,
      }
    },
    'history.look': () => ({ changed: false, more: false }),
    'history.read': ({ id, versionId }) => {
      const found =
        versionsOf(id).find((version) => version.id === versionId) ??
        snapshotsOf(id)
          .map((one) => ({ id: `snapshot:${one.id}`, title: one.title, text: one.excerpt }))
          .find((one) => one.id === versionId)
      if (found === undefined) throw refused('not-found', 'The service does not have this version any more.')
      return { title: found.title, text: found.text }
    },
    'history.keep': ({ id, why }) => {
      const { title, text } = find(id)
      records.snapshots.unshift({
        id: `s-${records.snapshots.length + 1}`,
        documentId: id,
        title,
        excerpt: text,
        at: new Date(nowMs()).toISOString(),
        reason:
          why === 'restore' ? 'Before an older version was restored' : 'Before a passage was taken back',
        kind: 'snapshot',
        bytes: text.length,
      })
    },
    'history.note': ({ id, versionId, name, starred }) => {
      const before = noted(id, versionId) ?? { name: '', starred: false }
      records.notes.set(`${id} ${versionId}`, {
        name: name ?? before.name,
        starred: starred ?? before.starred,
      })
    },
    'history.measures': ({ id }) => {
      const versions = versionsOf(id)
      return Object.fromEntries(
        versions.slice(0, -1).map(({ id: versionId, text }, index) => {
          const grown = wordsOf(text) - wordsOf(versions[index + 1]?.text ?? '')
          return [versionId, { added: Math.max(0, grown), removed: Math.max(0, -grown) }]
        }),
      )
    },
    'history.lost': ({ id, query, limit }) => {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean)
      const now = find(id).text
      const hits = new Map<string, { versionId: string; at: string }>()
      for (const version of versionsOf(id))
        for (const sentence of version.text.match(/[^.!?\n]+[.!?]*/g) ?? []) {
          const told = sentence.trim()
          if (told === '' || now.includes(told) || hits.has(told)) continue
          if (words.every((word) => told.toLowerCase().includes(word)))
            hits.set(told, { versionId: version.id, at: version.at })
        }
      return {
        hits: [...hits].slice(0, limit).map(([sentence, where]) => ({
          ...where,
          sentence,
          marks: words.map((word) => {
            const from = sentence.toLowerCase().indexOf(word)
            return { from, to: from + word.length }
          }),
        })),
        searched: versionsOf(id).length,
        known: versionsOf(id).length,
      }
    },
    'history.passage': ({ id, from, to }) => {
      const passage = find(id).text.slice(from, to)
      const steps = versionsOf(id).filter(
        ({ text }, index, all) =>
          text.includes(passage) !== (all[index + 1]?.text.includes(passage) ?? !text.includes(passage)),
      )
      return {
        steps: steps.map(({ id: versionId, at }) => ({ versionId, at, text: passage })),
        goesOn: false,
      }
    },
    'history.provenance': ({ id }) => {
      const versions = versionsOf(id)
      const brought = (line: string) => versions.findLast(({ text }) => linesOf(text).includes(line))
      return {
        runs: linesOf(find(id).text).map((line) => ({ lines: 1, versionId: brought(line)?.id ?? null })),
        times: Object.fromEntries(versions.map(({ id: versionId, at }) => [versionId, at])),
        ...(versions.at(-1) === undefined ? {} : { oldest: versions.at(-1)!.id }),
      }
    },
    'history.fetch': ({ id }) => {
      const total = versionsOf(id).length
      const told: FetchProgress = { id, state: 'done', done: total, total }
      emit('history.fetched', told)
    },
    'history.stop': () => undefined,
    'history.published': ({ id }) => {
      const last = versionsOf(id).find(({ status }) => status === 'published')
      return last === undefined ? null : { title: last.title, text: last.text, at: last.at }
    },
  }
}
