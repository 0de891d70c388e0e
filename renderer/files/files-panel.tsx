import { useState } from 'react'
import type { FileSummary } from '../../shared/ipc/ipc-files'
import { asSentence, unlessRefused, useRefusals } from '../state/abilities'
import { useApp } from '../state/context'
import { TextsElsewhere } from '../library/texts-elsewhere'
import { useFiles } from '../state/queries'
import { CheckBox } from '../ui/check-box'
import { Button } from '../ui/button'
import { PanelFrame } from '../ui/panel-frame'
import { RowList } from '../ui/lists/row-list'
import panel from '../ui/side-panel.module.css'
import { FileDetails, isUpload } from './file-details'
import { FileItem } from './file-item'
import { useAttach } from './use-attach'
import styles from './files.module.css'

const NONE: readonly FileSummary[] = []

/**
 * The files of the library, to be viewed, renamed, saved, deleted, and located in documents. Unused files are listed
 * separately.
 */
export function FilesPanel() {
  const { actions } = useApp()
  const { data = NONE, isPending } = useFiles()
  const attach = useAttach()
  const refusal = useRefusals()
  const unread = refusal('files:read')
  const fixed = refusal('files:write')
  const [isUnusedOnly, setUnusedOnly] = useState(false)
  const [chosenId, setChosenId] = useState<string>()
  const unused = data.filter(({ uses }) => uses === 0)
  const shown = isUnusedOnly ? unused : data
  const index = Math.max(
    0,
    shown.findIndex(({ id }) => id === chosenId),
  )
  const chosen = chosenId === undefined ? undefined : data.find(({ id }) => id === chosenId)

  return (
    <PanelFrame
      name="Files"
      head={
        <Button kind="quiet" refused={fixed} onClick={() => unlessRefused(fixed, () => void attach())}>
          Attach…
        </Button>
      }
    >
      {unread === undefined ? null : <p className={panel.hint}>{asSentence(unread)}</p>}
      {data.length === 0 ? (
        isPending || unread !== undefined || fixed !== undefined ? null : (
          <p className={panel.hint}>
            Paste or drop a picture into the text and it is kept here, and on the service when it can be.
          </p>
        )
      ) : (
        <CheckBox className={styles.filter} checked={isUnusedOnly} onChange={setUnusedOnly}>
          Only those that no document uses ({unused.length})
        </CheckBox>
      )}
      {data.length === 0 ? null : <TextsElsewhere so="what only they use may count as not used" />}
      <RowList
        label="Files"
        cursor={index}
        onMove={(to) => setChosenId(shown[to]?.id)}
        onChoose={(at) => setChosenId(shown[at]?.id)}
        onDelete={
          chosen &&
          (() => unlessRefused(isUpload(chosen) ? undefined : fixed, () => void actions.deleteFile(chosen)))
        }
        rows={shown.map((file) => ({
          key: file.id,
          isChosen: file.id === chosenId,
          className: styles.file,
          children: <FileItem file={file} />,
        }))}
      />
      {chosen === undefined ? null : <FileDetails key={chosen.id} file={chosen} />}
    </PanelFrame>
  )
}
