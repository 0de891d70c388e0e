import { INSERTED_MAX } from '../../shared/text/text-change'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import { shortcutText } from '../ui/shortcuts'
import styles from './days.module.css'
import { useCapture, type CaptureOverlay } from './use-capture'

/**
 * A sheet with a field whose words are appended to the document of the day, or to a chosen document. Unsent words are
 * saved as they are typed.
 */
export function CaptureSheet(overlay: CaptureOverlay) {
  const capture = useCapture(overlay)
  return (
    <Dialog label="Capture" heading onClose={capture.close}>
      <form
        className={styles.sheet}
        onSubmit={(event) => {
          event.preventDefault()
          void capture.add()
        }}
      >
        <textarea
          ref={capture.field}
          aria-label="Words to capture"
          className={styles.words}
          dir="auto"
          rows={6}
          maxLength={INSERTED_MAX}
          value={capture.words}
          onChange={(event) => capture.type(event.target.value)}
          onCompositionStart={() => capture.composes(true)}
          onCompositionEnd={() => capture.composes(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
              return
            event.preventDefault()
            void capture.add()
          }}
        />
        <p className={styles.note}>
          {capture.isGone ? 'The document that captured words went to was deleted. ' : ''}
          Goes to the end of “<bdi>{capture.title}</bdi>”. Escape keeps it here for later.
        </p>
        <p role="status" aria-label="Capture result" className={styles.problem}>
          {capture.problem}
        </p>
        <DialogFoot>
          <Button onClick={capture.close}>Keep for later</Button>
          <Button kind="primary" type="submit" disabled={capture.isAdding || capture.words.trim() === ''}>
            Add <kbd className={styles.keys}>{shortcutText('Mod+Enter')}</kbd>
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
