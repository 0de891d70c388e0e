import { useAnswer } from '../state/queries'
import type { FileSummary } from '../../shared/ipc/ipc-files'
import { asSentence, unlessRefused, useRefusals } from '../state/abilities'
import { useApp } from '../state/context'
import { goToDocument } from '../state/store'
import { useTyped } from '../state/typed/use-typed'
import { Button } from '../ui/button'
import styles from './files.module.css'
import { shownTitle } from '../../shared/terms'

/** Whether the service does not have the file yet, so that the permissions of the key do not matter. */
export const isUpload = ({ state, link }: FileSummary): boolean =>
  state !== 'stored' && link.startsWith('stet-file:')

/** The selected file: its name and alternative text, its uses, and the actions for it. */
export function FileDetails({ file }: { readonly file: FileSummary }) {
  const { actions } = useApp()
  const uses = useAnswer(['files', 'uses', file.id], 'file.uses', { id: file.id })
  const isOnlyHere = isUpload(file)
  const write = useRefusals()('files:write')
  const fixed = isOnlyHere ? undefined : write
  return (
    <div role="group" aria-label={`About ${file.name}`} className={styles.details}>
      <FileField
        label="Name"
        value={file.name}
        fixed={fixed}
        onKeep={(name) => name.trim() !== '' && void actions.run('file.edit', { id: file.id, name })}
      />
      <FileField
        label="Alternative text"
        value={file.alt}
        fixed={fixed}
        onKeep={(alt) => void actions.run('file.edit', { id: file.id, alt })}
      />
      {uses.data === undefined || uses.data.length === 0 ? null : (
        <ul aria-label="Used in" className={styles.uses}>
          {uses.data.map(({ documentId, title }) => (
            <li key={documentId}>
              <Button kind="link" onClick={() => goToDocument(documentId)}>
                {shownTitle(title)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fixed === undefined ? null : <p className={styles.refused}>{asSentence(fixed)}</p>}
      <div className={styles.buttons}>
        {file.state === 'failed' ? (
          <Button onClick={() => void actions.run('outbox.retry', { id: file.outboxId })}>Retry</Button>
        ) : null}
        <Button onClick={() => void actions.run('file.save-as', { link: file.link })}>Save to disk…</Button>
        <Button
          kind="quiet"
          refused={fixed}
          onClick={() =>
            unlessRefused(
              fixed,
              () => void (isOnlyHere ? actions.removeUpload(file) : actions.deleteFile(file)),
            )
          }
        >
          {isOnlyHere ? 'Remove' : 'Delete'}
        </Button>
      </div>
    </div>
  )
}

/** A text field whose value is saved by Enter and whenever the field loses the focus; Escape restores the old value. */
function FileField(props: {
  readonly label: string
  readonly value: string
  /** Why the value cannot be changed. */
  readonly fixed: string | undefined
  readonly onKeep: (value: string) => void
}) {
  const { typed, type, leave, forget } = useTyped(async (words) => {
    if (words !== props.value) props.onKeep(words)
    return true
  })
  return (
    <label className={styles.field}>
      {props.label}
      <input
        type="text"
        value={typed ?? props.value}
        readOnly={props.fixed !== undefined}
        aria-description={props.fixed}
        maxLength={props.label === 'Name' ? 255 : 2_000}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        data-keeps-escape={typed === undefined ? undefined : ''}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave()
          if (event.key === 'Escape') forget()
        }}
      />
    </label>
  )
}
