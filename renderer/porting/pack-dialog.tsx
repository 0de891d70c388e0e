import { useState } from 'react'
import type { CommandOutput } from '../../shared/ipc/ipc'
import { counted } from '../../shared/text/counted'
import { sizeInWords } from '../../shared/text/size-in-words'
import { useConnections } from '../state/queries'
import { showOverlay } from '../state/store'
import { toggled } from '../../shared/toggled'
import { Button } from '../ui/button'
import { CheckBox } from '../ui/check-box'
import { StepDialog, useStep } from './steps'

type Packed = NonNullable<CommandOutput<'transfer.pack'>>

/** *Move everything to another computer*: writes one file with all libraries, or with those chosen. */
export function PackDialog() {
  const { ask, refusal } = useStep()
  const connections = useConnections().data?.connections ?? []
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isRunning, setRunning] = useState(false)
  const [done, setDone] = useState<Packed>()
  const close = () => showOverlay(null)
  const chosen = connections.filter(({ id }) => !left.has(id)).map(({ id }) => id)

  async function write(): Promise<void> {
    setRunning(true)
    const libraries = left.size === 0 ? null : chosen
    const packed = await ask('transfer.pack', { libraries })
    setRunning(false)
    if (packed != null) setDone(packed)
  }

  return (
    <StepDialog
      label="Move everything to another computer"
      running={isRunning ? 'Writing the file' : undefined}
      onClose={close}
      refusal={refusal}
      closeLabel={done === undefined ? 'Cancel' : 'Done'}
      next={
        done === undefined ? (
          <Button kind="primary" disabled={chosen.length === 0} onClick={() => void write()}>
            Write the file…
          </Button>
        ) : null
      }
    >
      {done === undefined ? (
        <>
          <p>
            One file takes along your documents with their histories, words that are not sent yet, attached
            files, recovered texts, searches, settings and your dictionary. Nothing changes here.
          </p>
          {connections.length < 2
            ? null
            : connections.map(({ id, name }) => (
                <CheckBox
                  key={id}
                  checked={!left.has(id)}
                  onChange={() => setLeft((now) => toggled(now, id))}
                >
                  <bdi>{name}</bdi>
                </CheckBox>
              ))}
          <p>
            Keys of services stay here, and so do logs and the folder of backups. Whoever has the file can
            read your texts, so keep it as you would keep them.
          </p>
        </>
      ) : (
        <>
          <p role="status">
            {counted(done.libraries, 'library is', 'libraries are')} in <bdi>{done.file}</bdi> (
            {sizeInWords(done.bytes)}).
            {done.missing === 0
              ? ''
              : ` ${counted(done.missing, 'attached file was', 'attached files were')} deleted meanwhile and left out.`}
          </p>
          <p>
            On the other computer, open Stet and choose <em>Bring in from another computer…</em> in the File
            menu or the list of commands. You can go on here too: that one will be a device of its own.
          </p>
        </>
      )}
    </StepDialog>
  )
}
