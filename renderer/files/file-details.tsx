import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileSummary } from '../../shared/ipc-files'
import { useApp } from '../context'
import { showTab } from '../store'
import window from '../window/window.module.css'
import styles from './files.module.css'

/** The chosen file: its name and alternative text, where it is used, and what can be done with it. */
export function FileDetails({ file }: { readonly file: FileSummary }) {
  const { actions, client } = useApp()
  const uses = useQuery({
    queryKey: ['files', 'uses', file.id],
    queryFn: () => client.ask('file.uses', { id: file.id }),
  })
  const isUpload = file.state !== 'stored' && file.link.startsWith('stet-file:')
  return (
    <div role="group" aria-label={`About ${file.name}`} className={styles.details}>
      <Field
        label="Name"
        value={file.name}
        onKeep={(name) => name.trim() !== '' && void actions.run('file.edit', { id: file.id, name })}
      />
      <Field
        label="Alternative text"
        value={file.alt}
        onKeep={(alt) => void actions.run('file.edit', { id: file.id, alt })}
      />
      {uses.data === undefined || uses.data.length === 0 ? null : (
        <ul aria-label="Used in" className={styles.uses}>
          {uses.data.map(({ documentId, title }) => (
            <li key={documentId}>
              <button type="button" className={styles.use} onClick={() => showTab(documentId)}>
                {title === '' ? 'Untitled' : title}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        {file.state === 'failed' ? (
          <button
            type="button"
            className={window.button}
            onClick={() => void actions.run('outbox.retry', { id: file.outboxId })}
          >
            Retry
          </button>
        ) : null}
        <button
          type="button"
          className={window.button}
          onClick={() => void actions.run('file.save-as', { link: file.link })}
        >
          Save to disk…
        </button>
        <button
          type="button"
          className={window.quietButton}
          onClick={() => void (isUpload ? actions.removeUpload(file) : actions.deleteFile(file))}
        >
          {isUpload ? 'Remove' : 'Delete'}
        </button>
      </div>
    </div>
  )
}

/** Kept on Enter and when the focus leaves; Escape brings the old words back. */
function Field(props: {
  readonly label: string
  readonly value: string
  readonly onKeep: (value: string) => void
}) {
  const [typed, setTyped] = useState<string>()
  const keep = () => {
    if (typed !== undefined && typed !== props.value) props.onKeep(typed)
    setTyped(undefined)
  }
  return (
    <label className={styles.field}>
      {props.label}
      <input
        type="text"
        value={typed ?? props.value}
        maxLength={props.label === 'Name' ? 255 : 2_000}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep()
          if (event.key === 'Escape') setTyped(undefined)
        }}
      />
    </label>
  )
}
