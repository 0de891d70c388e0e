import { useState } from 'react'
import type { RemovedConnection } from '../../shared/ipc/ipc-connections'
import { useApp } from '../state/context'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import styles from './settings.module.css'

/** Removed libraries that are still on this device and can be brought back or deleted for good. */
export function RemovedLibraries({ removed }: { readonly removed: readonly RemovedConnection[] }) {
  const { actions } = useApp()
  const [deleting, setDeleting] = useState<RemovedConnection>()
  if (removed.length === 0) return null
  return (
    <section aria-label="Removed libraries" className={styles.removed}>
      <h3 className={styles.heading}>Removed libraries</h3>
      <ul>
        {removed.map((one) => (
          <li key={one.id}>
            <span>
              <bdi>{one.name}</bdi>
              <span className={styles.note}>{`${one.address} · ${keptUntil(one)}`}</span>
            </span>
            <Button
              aria-label={`Bring back ${one.name}`}
              onClick={() => void actions.run('connection.restore', { id: one.id })}
            >
              Bring back
            </Button>
            <Button aria-label={`Delete ${one.name} from this device`} onClick={() => setDeleting(one)}>
              Delete…
            </Button>
          </li>
        ))}
      </ul>
      {deleting === undefined ? null : (
        <ConfirmDialog
          label={`Delete “${deleting.name}” from this device`}
          text={
            deleting.deletedAt === undefined
              ? 'It has changes that its service never received. They are deleted for good, as are its recovered texts.'
              : 'Its copy on this device and its recovered texts are deleted for good. Nothing on the service changes.'
          }
          action="Delete"
          onConfirm={() => {
            setDeleting(undefined)
            void actions.run('connection.delete', { id: deleting.id })
          }}
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </section>
  )
}

const keptUntil = ({ deletedAt }: RemovedConnection): string =>
  deletedAt === undefined
    ? 'has changes that were never sent; kept until you delete it'
    : `kept until ${new Date(deletedAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}`
