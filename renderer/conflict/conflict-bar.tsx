import { GitCompareArrows } from 'lucide-react'
import type { DocumentId } from '../../shared/terms'
import { showDecision } from '../state/store'
import { Button } from '../ui/button'
import { isTextShown, useF7 } from '../ui/lists/use-f7'
import styles from './conflict.module.css'

/** The bar above a text whose conflict was postponed: nothing is sent until it is decided. */
export function ConflictBar({ id }: { readonly id: DocumentId }) {
  useF7(isTextShown, () => showDecision(id))
  return (
    <div className={styles.bar}>
      <GitCompareArrows />
      <p>
        <b>This document has a conflict.</b> What you write is kept on this device until you resolve it.
      </p>
      <Button onClick={() => showDecision(id)}>Decide</Button>
    </div>
  )
}
