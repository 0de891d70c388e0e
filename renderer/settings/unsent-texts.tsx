import { Copy } from 'lucide-react'
import { useState } from 'react'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { copyText } from '../state/actions/copy-text'
import { useUnsent } from '../state/queries'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import styles from './settings.module.css'
import { shownTitle } from '../../shared/terms'

/**
 * What only this device has: texts that a service does not have in full and captured words, each with a copy button,
 * waiting uploads and other changes, and the number of recovered texts. All of it can be exported. Renders nothing if
 * there is none.
 */
export function UnsentTexts({ id, intro }: { readonly id: string; readonly intro: string }) {
  const { actions } = useApp()
  const { texts, changes, recovered, captured } = useUnsent(id).data ?? NOTHING
  const hasCaptured = captured.trim() !== ''
  const [exported, setExported] = useState<string>()

  async function copy(documentId: string): Promise<void> {
    const unsent = await actions.run('connection.read-unsent', { id, documentId })
    if (unsent !== undefined) await copyText(unsent.text)
  }

  async function exportAll(): Promise<void> {
    const done = await actions.run('connection.export-unsent', { id })
    if (done?.folder !== undefined) setExported(`${counted(done.files, 'file')} written to “${done.folder}”.`)
  }

  if (texts.length + changes.length + recovered === 0 && !hasCaptured) return null
  return (
    <section className={styles.unsent} aria-label="Not on the service yet">
      <p>{intro}</p>
      <ul>
        {texts.map(({ documentId, title, state }) => (
          <li key={documentId}>
            <bdi>{shownTitle(title)}</bdi>
            <span>{state}</span>
            <IconButton
              icon={Copy}
              label={`Copy ${shownTitle(title)}`}
              onClick={() => void copy(documentId)}
            />
          </li>
        ))}
        {hasCaptured ? (
          <li>
            <bdi>Captured words: {captured.trim().slice(0, SHOWN_MAX)}</bdi>
            <span>In no document yet</span>
            <IconButton icon={Copy} label="Copy captured words" onClick={() => void copyText(captured)} />
          </li>
        ) : null}
        {changes.map((what, index) => (
          <li key={index}>
            <bdi>{what}</bdi>
          </li>
        ))}
      </ul>
      {recovered === 0 ? null : (
        <p>{recovered === 1 ? 'One recovered text' : `${recovered} recovered texts`} on this device.</p>
      )}
      <div className={styles.unsentFoot}>
        <Button onClick={() => void exportAll()}>Export all of this…</Button>
        <span role="status" aria-label="Export result">
          {exported}
        </span>
      </div>
    </section>
  )
}

const NOTHING = { texts: [], changes: [], recovered: 0, captured: '' }
const SHOWN_MAX = 200
