import { describe, expect, test } from 'vitest'
import type { VersionSummary } from '../../shared/ipc/ipc-history'
import { groupTimeline, mergeTimeline } from './timeline'

/** Parses `day hour:minute` in November 2026. */
const at = (words: string): string => {
  const [day, time = ''] = words.split(' ')
  const [hour, minute] = time.split(':').map(Number)
  return new Date(2026, 10, Number(day), hour, minute).toISOString()
}
const version = (id: string, when: string, more: Partial<VersionSummary> = {}): VersionSummary => ({
  id,
  at: when === '' ? '' : at(when),
  status: 'draft',
  origin: 'service',
  label: 'Saved',
  digest: `text of ${id}`,
  here: true,
  starred: false,
  ...more,
})
const snapshot = (id: string, when: string, more: Partial<VersionSummary> = {}): VersionSummary => ({
  ...version(`snapshot:${id}`, when, more),
  origin: 'device',
  label: more.label ?? 'Before a merge',
})

const ids = (versions: readonly VersionSummary[], snapshots: readonly VersionSummary[]) =>
  mergeTimeline(versions, snapshots).map((entry) => entry.ids.join('+'))
const day = (when: string) => String(new Date(when).getDate())
const grouped = (versions: readonly VersionSummary[], snapshots: readonly VersionSummary[] = []) =>
  groupTimeline(mergeTimeline(versions, snapshots), day).map(({ day: name, rows }) => [
    name,
    rows.map(({ entries, sitting }) =>
      sitting === undefined ? entries[0]!.id : `${sitting} ${entries.length}`,
    ),
  ])

describe('one line of states', () => {
  test('by time', () => {
    expect(ids([version('b', '2 10:00'), version('a', '1 10:00')], [snapshot('s', '1 12:00')])).toEqual([
      'b',
      'snapshot:s',
      'a',
    ])
  })

  test('a snapshot that holds the words of a version is that version, whatever the clocks say', () => {
    const versions = [version('b', '2 10:00'), version('a', '2 09:00')]
    const merged = mergeTimeline(versions, [snapshot('s', '2 13:00', { digest: 'text of a' })])
    expect(merged.map((entry) => entry.ids)).toEqual([['b'], ['a', 'snapshot:s']])
    expect(merged[1]?.copies).toEqual([{ reason: 'Before a merge', at: at('2 13:00') }])
  })

  test('words that came back after a copy of newer ones was kept are a state of their own', () => {
    const versions = [
      version('c', '2 10:03', { digest: 'theirs' }),
      version('b', '2 10:02', { digest: 'new' }),
      version('a', '2 10:00', { digest: 'old' }),
    ]
    const kept = [
      snapshot('mine', '2 10:04', { digest: 'old' }),
      snapshot('restored', '2 10:02', { digest: 'new', label: 'Before an older version was restored' }),
    ]
    expect(ids(versions, kept)).toEqual(['snapshot:mine', 'c', 'b+snapshot:restored', 'a'])
    const plain = mergeTimeline(versions, kept).at(-1)
    expect([plain?.at, plain?.copies]).toEqual([at('2 10:00'), []])
  })

  test('the newest of several copies of one version is named first', () => {
    const kept = [
      snapshot('t', '2 10:02', { digest: 'x', label: 'Backup' }),
      snapshot('s', '2 10:01', { digest: 'x' }),
    ]
    const [entry] = mergeTimeline([version('a', '2 10:00', { digest: 'x' })], kept)
    expect(entry?.copies.map(({ reason }) => reason)).toEqual(['Backup', 'Before a merge'])
  })

  test('the nearest one, where the same words stood twice; days away it is another state', () => {
    const versions = [
      version('c', '9 10:00', { digest: 'x' }),
      version('b', '8 10:00'),
      version('a', '7 10:00', { digest: 'x' }),
    ]
    expect(ids(versions, [snapshot('s', '7 11:00', { digest: 'x' })])).toEqual(['c', 'b', 'a+snapshot:s'])
    expect(ids(versions, [snapshot('s', '3 11:00', { digest: 'x' })])).toEqual(['c', 'b', 'a', 'snapshot:s'])
  })

  test('versions in a row that say the same are one; publishing is a state of its own', () => {
    const same = { digest: 'x' }
    expect(
      ids(
        [
          version('c', '2 12:00', { ...same, status: 'published' }),
          version('b', '2 11:00', same),
          version('a', '2 10:00', same),
        ],
        [],
      ),
    ).toEqual(['c', 'b+a'])
  })

  test("equal times, no times, and times that go backwards: the service's order stays", () => {
    const versions = [
      version('d', '2 10:00'),
      version('c', '2 10:00'),
      version('b', ''),
      version('a', '3 10:00'),
    ]
    expect(ids(versions, [])).toEqual(['d', 'c', 'b', 'a'])
    expect(mergeTimeline(versions, []).every(({ timeMs }) => timeMs > 0)).toBe(true)
  })

  test('texts that are not here are never taken for the same', () => {
    const unread = { digest: undefined, here: false } as unknown as Partial<VersionSummary>
    expect(ids([version('b', '2 10:00', unread), version('a', '2 10:00', unread)], [])).toEqual(['b', 'a'])
  })

  test('name and star of whichever id has them', () => {
    const [entry] = mergeTimeline(
      [version('a', '2 10:00')],
      [snapshot('s', '2 10:00', { digest: 'text of a', name: 'Sent', starred: true })],
    )
    expect([entry?.name, entry?.starred]).toEqual(['Sent', true])
  })
})

describe('by day and sitting', () => {
  const burst = (count: number, dayOf: number, hour: number) =>
    Array.from({ length: count }, (_, index) =>
      version(`${dayOf}-${hour}-${count - index}`, `${dayOf} ${hour}:${String(50 - index).padStart(2, '0')}`),
    )

  test('saves of one sitting are one row', () => {
    expect(grouped([...burst(14, 9, 10), ...burst(3, 8, 15)])).toEqual([
      ['9', ['Morning sitting 14']],
      ['8', ['Afternoon sitting 3']],
    ])
  })

  test('two saves are two rows; a long pause makes another sitting', () => {
    expect(grouped([...burst(3, 9, 20), ...burst(2, 9, 10)])).toEqual([
      ['9', ['Evening sitting 3', '9-10-2', '9-10-1']],
    ])
  })

  test('what is named, starred, published or kept here stands by itself', () => {
    const [first, second, third, fourth, fifth, ...rest] = burst(9, 9, 10)
    const list = [
      first!,
      { ...second!, name: 'Sent to Ruth' },
      { ...third!, starred: true },
      { ...fourth!, status: 'published' },
      fifth!,
      ...rest,
    ]
    expect(grouped(list, [snapshot('s', '9 10:44')])).toEqual([
      ['9', ['9-10-9', '9-10-8', '9-10-7', '9-10-6', 'Morning sitting 3', 'snapshot:s', '9-10-2', '9-10-1']],
    ])
  })
})
