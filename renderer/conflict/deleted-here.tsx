import { GitCompareArrows } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ConflictView } from '../../shared/ipc/ipc-records'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { useOutbox } from '../state/queries'
import { closeTab, postpone, focusEditor, focusActivePane } from '../state/store'
import { showToast } from '../state/toasts'
import { Button } from '../ui/button'
import { resolveConflict } from './resolve-conflict'
import { SideHead } from './side-head'
import { useFirstFocus } from './use-first-focus'
import { Words } from './words'
import styles from './conflict.module.css'

/**
 * A document deleted here that was changed elsewhere since, or whose service has not shown that it guards the changes
 * of others (W11, W21).
 */
export function DeletedHere({ view }: { readonly view: ConflictView }) {
  const { actions, client } = useApp()
  const { id } = view
  const main = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const isMoved = view.theirs !== view.base
  // If mine equals theirs, the words were written elsewhere and are not unsent words of the writer.
  const isUnsent = view.mine !== view.base && view.mine !== view.theirs
  const comesIn = isUnsent ? ' “Keep it” brings in what you wrote here and had not sent.' : ''
  const others = useAskedDeletions().filter((other) => other !== id)

  useFirstFocus(id, main)

  async function remove(ids: readonly string[]): Promise<void> {
    setBusy(true)
    let count = 0
    for (const one of ids) {
      const asked = one === id ? view : await question(one)
      // A document that was changed elsewhere is decided by itself.
      if (asked === undefined || (one !== id && asked.theirs !== asked.base)) continue
      const { reviewed, mine } = asked
      const resolution = { kind: 'keep-mine' } as const
      if ((await resolveConflict(actions, { id: one, reviewed, mine, resolution })) !== 'ended') continue
      count++
      closeTab(one)
    }
    setBusy(false)
    if (count === 0) return
    focusActivePane()
    const what = count === 1 ? 'Deleted. A copy stays' : `Deleted ${counted(count, 'document')}. Copies stay`
    showToast(`${what} in Recovered texts.`)
  }

  async function keep(): Promise<void> {
    if (await actions.did('document.restore', { ids: [id] })) focusEditor(id)
  }

  async function question(one: string): Promise<ConflictView | undefined> {
    const asked = await client.call('document.conflict', { id: one })
    return asked.ok && asked.value?.kind === 'deleted-here' ? asked.value : undefined
  }

  return (
    <div className={styles.deciding} ref={main} tabIndex={-1}>
      <div className={styles.bar}>
        <GitCompareArrows />
        <p>
          {isMoved ? (
            <>
              <b>You deleted this document, and it was changed elsewhere since.</b> A copy stays in Recovered
              texts either way.{comesIn}
            </>
          ) : (
            <>
              <b>Delete this document on the service?</b> It has not shown yet that it protects what others
              write in the same moment. A copy stays in Recovered texts.{comesIn}
            </>
          )}
        </p>
        <div className={styles.choices}>
          <Button onClick={() => postpone(id, true)}>Finish later</Button>
          {isMoved || others.length === 0 ? null : (
            <Button disabled={busy} onClick={() => void remove([id, ...others])}>
              Delete all {others.length + 1} that wait
            </Button>
          )}
          <Button disabled={busy} onClick={() => void remove([id])}>
            Delete it
          </Button>
          <Button kind="primary" disabled={busy} onClick={() => void keep()}>
            Keep it
          </Button>
        </div>
      </div>
      <div className={styles.sides} data-single>
        <SideHead side="theirs" since={isMoved ? view.theirsSince : undefined} />
        <div className={styles.single}>
          <Words base={isMoved ? view.base : undefined} text={view.theirs ?? view.mine} />
        </div>
      </div>
    </div>
  )
}

/** The documents whose deletion waits for a decision. */
function useAskedDeletions(): readonly string[] {
  const { data } = useOutbox()
  return (data?.waiting ?? []).flatMap(({ kind, state, documentId }) =>
    kind === 'delete' && state === 'needs-you' && documentId !== undefined ? [documentId] : [],
  )
}
