import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { INSERTED_MAX } from '../../shared/text/text-change'
import { dayText } from '../../shared/text/date-text'
import { Refusal } from '../bridge/bridge'
import { useApp, type App } from '../state/context'
import { useLibrary } from '../state/queries'
import { focusEditor, showOverlay, showTab, showToast, type Overlay } from '../state/store'
import { holdingKeysHere } from '../state/typed/type-ahead'
import { useTyped } from '../state/typed/use-typed'
import { useLibraryChoices } from '../templates/library-choices'
import { onScreen, saying } from '../templates/use-template'
import { Dialog } from '../ui/dialog'
import { shortcutText } from '../ui/shortcuts'
import window from '../ui/window.module.css'
import { appendTo } from './append'
import styles from './days.module.css'
import { daysOf, todayOf } from './day'

const PAUSE_MS = 200

/** Opens the sheet with the words that were kept for it. */
export const openCapture = (app: App): Promise<void> =>
  holdingKeysHere(() =>
    saying(async () => {
      const { text } = await app.client.ask('capture.read', undefined)
      showOverlay({ kind: 'capture', kept: text })
      await onScreen()
    }),
  )

/** A field whose words go to the end of the day's document, or of a chosen one. What is typed is kept until it is there. */
export function CaptureSheet({ kept }: Extract<Overlay, { kind: 'capture' }>) {
  const app = useApp()
  const { client, actions } = app
  const choices = useLibraryChoices()
  const folders = useLibrary().data?.folders
  const { data: chosen } = useQuery({
    queryKey: ['found-titles', 'capture', choices.captureInto],
    enabled: choices.captureInto !== undefined,
    queryFn: async () =>
      (await client.ask('documents.summaries', { ids: [choices.captureInto ?? ''] }))[0] ?? null,
  })
  const { typed, type, forget } = useTyped((text) => actions.did('capture.keep', { text }), {
    pauseMs: PAUSE_MS,
  })
  const [trouble, setTrouble] = useState('')
  const [isAdding, setAdding] = useState(false)
  const words = typed ?? kept
  const days = daysOf(choices, folders ?? [])
  const title = chosen == null ? dayText(new Date()) : chosen.title || 'Untitled'
  const close = () => showOverlay(null)

  async function add(): Promise<void> {
    if (isAdding || words.trim() === '') return
    if (chosen == null && days === undefined) return showOverlay({ kind: 'days-folder', then: 'capture' })
    setAdding(true)
    try {
      const id = chosen?.id ?? (await todayOf(app, days!))
      await appendTo(app, id, words.trim())
      forget()
      await client.ask('capture.keep', { text: '' })
      close()
      const open = () => {
        showTab(id, true)
        focusEditor(id)
      }
      showToast(`Added to “${title}”`, [{ label: 'Open', run: open }])
    } catch (error) {
      setTrouble(error instanceof Refusal ? error.problem.message : (error as Error).message)
      setAdding(false)
    }
  }

  return (
    <Dialog label="Capture" heading onClose={close}>
      <form
        className={styles.sheet}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <textarea
          data-autofocus
          aria-label="Words to capture"
          className={styles.words}
          dir="auto"
          rows={6}
          maxLength={INSERTED_MAX}
          readOnly={isAdding}
          value={words}
          onChange={(event) => {
            type(event.target.value)
            setTrouble('')
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
              return
            event.preventDefault()
            void add()
          }}
        />
        <p className={styles.note}>
          {choices.captureInto !== undefined && chosen === null
            ? 'The document that captured words went to was deleted. '
            : ''}
          Goes to the end of “<bdi>{title}</bdi>”. Escape keeps it here for later.
        </p>
        <p role="status" aria-label="Capture result" className={styles.trouble}>
          {trouble}
        </p>
        <div className={window.dialogFoot}>
          <button type="button" className={window.button} onClick={close}>
            Keep for later
          </button>
          <button type="submit" className={window.primaryButton} disabled={isAdding || words.trim() === ''}>
            Add <kbd className={styles.keys}>{shortcutText('Mod+Enter')}</kbd>
          </button>
        </div>
      </form>
    </Dialog>
  )
}
