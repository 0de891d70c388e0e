import { GitCompareArrows } from 'lucide-react'
import { useRef } from 'react'
import type { ConflictView, Resolution } from '../../shared/ipc/ipc-records'
import { useApp } from '../state/context'
import { closeTab, focusActivePane, focusEditor, postpone } from '../state/store'
import { showToast } from '../state/toasts'
import { Button } from '../ui/button'
import { LongText } from './long-pieces'
import { resolveConflict } from './resolve-conflict'
import { SideHead } from './side-head'
import { useFirstFocus } from './use-first-focus'
import styles from './conflict.module.css'

/** A document deleted elsewhere that has unsent words here: keep it as a new document, or let it go and keep a copy. */
export function DeletedThere({ view }: { readonly view: ConflictView }) {
  const { actions } = useApp()
  const main = useRef<HTMLDivElement>(null)
  useFirstFocus(view.id, main)

  async function resolve(resolution: Resolution, words: string): Promise<void> {
    const { id, reviewed, mine } = view
    if ((await resolveConflict(actions, { id, reviewed, mine, resolution })) !== 'ended') return
    if (resolution.kind === 'let-go') {
      closeTab(view.id)
      focusActivePane()
    } else focusEditor(view.id)
    showToast(words)
  }
  return (
    <div className={styles.deciding} ref={main} tabIndex={-1}>
      <div className={styles.bar}>
        <GitCompareArrows />
        <p>
          <b>This document was deleted elsewhere.</b> Your text is only on this device. A copy stays in
          Recovered texts either way.
        </p>
        <div className={styles.choices}>
          <Button onClick={() => postpone(view.id, true)}>Finish later</Button>
          <Button
            onClick={() => void resolve({ kind: 'let-go' }, 'Deleted here. A copy is in Recovered texts.')}
          >
            Delete here
          </Button>
          <Button
            kind="primary"
            onClick={() => void resolve({ kind: 'keep-as-new' }, 'Kept as a new document.')}
          >
            Keep as a new document
          </Button>
        </div>
      </div>
      <div className={styles.sides} data-single>
        <SideHead side="mine" since={view.mineSince} />
        <div className={styles.single}>
          <LongText text={view.mine} />
        </div>
      </div>
    </div>
  )
}
