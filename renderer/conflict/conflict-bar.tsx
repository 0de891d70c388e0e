import { GitCompareArrows } from 'lucide-react'
import type { DocumentId } from '../../shared/terms'
import { postpone } from '../state/store'
import { Button } from '../ui/button'
import styles from './conflict.module.css'

/** The bar above a text whose conflict was postponed: nothing is sent until it is decided. */
export function ConflictBar({ id }: { readonly id: DocumentId }) {
  return (
    <div className={styles.bar}>
      <GitCompareArrows />
      <p>
        <b>This document has a conflict.</b> What you write is kept on this device until you resolve it.
      </p>
      <Button onClick={() => postpone(id, false)}>Decide</Button>
    </div>
  )
}
