import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { RestoreListed, RestoreReport } from '../../shared/ipc/ipc-backups'
import { showBackup } from '../history/show-history'
import { useApp } from '../state/context'
import { setPausedRestore, usePausedRestore, type RestoreChoice } from '../state/paused-restore'
import { showOverlay } from '../state/store'
import { showToast } from '../state/toasts'
import { toggled } from '../../shared/toggled'
import { Button } from '../ui/button'
import { Age } from '../ui/age'
import { CheckBox } from '../ui/check-box'
import { SearchField } from '../ui/search-field'
import styles from './porting.module.css'
import { shownTitle } from '../../shared/terms'
import { messageOf } from '../../shared/thrown'

export const ALL_CHOSEN: RestoreChoice = { kind: 'all', ids: new Set() }

export const countChosen = ({ kind, ids }: RestoreChoice, report: RestoreReport): number =>
  kind === 'only' ? ids.size : report.changed + report.new - ids.size

const PAGE = 100
const KEPT_MS = 30 * 60_000

const STATES: Readonly<Record<RestoreListed['state'], string>> = {
  new: 'Comes back as a new draft',
  changed: 'Would change',
  missing: 'Its backup is not in the folder now',
  damaged: 'The file of its backup is not as it was written: Import shows what is in it',
}

const canRestore = (state: RestoreListed['state']): boolean => state === 'new' || state === 'changed'

/**
 * The texts that a restore would change or bring back, a page at a time. Each can be left out, previewed and compared.
 */
export function RestoreList(props: {
  readonly report: RestoreReport
  readonly choice: RestoreChoice
  readonly choose: (choice: RestoreChoice) => void
}) {
  const { report, choice, choose } = props
  const { client, sessions } = useApp()
  const { paused } = usePausedRestore()
  const [words, setWords] = useState(paused?.find ?? '')
  const find = useDeferredValue(words)
  const total = report.changed + report.new
  const pages = useInfiniteQuery({
    queryKey: ['restore-list', report.at, find],
    queryFn: ({ pageParam: offset }) =>
      client.ask('restore.list', { at: report.at, offset, limit: PAGE, find }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const shown = all.reduce((sum, { items }) => sum + items.length, 0)
      return shown < last.total && last.items.length > 0 ? shown : undefined
    },
    // After a comparison the list has its previous length and shows the compared text.
    gcTime: KEPT_MS,
    staleTime: 0,
  })
  if (total + report.missing + report.damaged === 0) return null
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const isChosen = ({ id, state }: RestoreListed) =>
    canRestore(state) && choice.ids.has(id) === (choice.kind === 'only')
  const toggle = ({ id }: RestoreListed) => choose({ ...choice, ids: toggled(choice.ids, id) })

  async function compare({ id, documentId }: RestoreListed): Promise<void> {
    try {
      await sessions.open(documentId)
      setPausedRestore({ report, choice, find: words, compared: id })
      showOverlay(null)
      showBackup(documentId, id)
    } catch (error) {
      showToast(messageOf(error))
    }
  }

  const areAll = countChosen(choice, report) === total
  return (
    <>
      <div className={styles.restoreHead}>
        <CheckBox
          checked={areAll}
          disabled={total === 0}
          onChange={() => choose(areAll ? { kind: 'only', ids: new Set() } : ALL_CHOSEN)}
        >
          All {total.toLocaleString('en')}
        </CheckBox>
        <SearchField
          className={styles.restoreFind}
          label="Find among the texts"
          placeholder="Title or folder"
          maxLength={1000}
          value={words}
          onChange={setWords}
        />
      </div>
      <ul className={styles.restoreList} aria-label="Texts in the backups" tabIndex={0}>
        {items.map((item) => (
          <RestoreRow
            key={item.id}
            item={item}
            isChosen={isChosen(item)}
            wasCompared={item.id === paused?.compared}
            toggle={() => toggle(item)}
            compare={() => void compare(item)}
          />
        ))}
        {pages.data !== undefined && items.length === 0 ? <li>No text has these words.</li> : null}
      </ul>
      {pages.hasNextPage ? (
        <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  )
}

function RestoreRow(props: {
  readonly item: RestoreListed
  readonly isChosen: boolean
  readonly wasCompared: boolean
  readonly toggle: () => void
  readonly compare: () => void
}) {
  const { item, isChosen, wasCompared, toggle, compare } = props
  const { title, folder, at, state, excerpt } = item
  const name = shownTitle(title)
  return (
    <li>
      <CheckBox checked={isChosen} disabled={!canRestore(state)} onChange={toggle}>
        <span>
          <bdi className={styles.restoreTitle}>{name}</bdi>
          <span className={styles.restoreMeta}>
            {STATES[state]}
            {folder === '' ? '' : ` · ${folder}`} · backed up <Age at={at} />
          </span>
          {excerpt === '' ? null : <bdi className={styles.restoreWords}>{excerpt}</bdi>}
        </span>
      </CheckBox>
      {state === 'changed' ? (
        <Button
          aria-label={`Compare “${name}”`}
          {...(wasCompared && { 'data-autofocus': '' })}
          onClick={compare}
        >
          Compare
        </Button>
      ) : null}
    </li>
  )
}
