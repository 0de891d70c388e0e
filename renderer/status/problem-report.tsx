import { useAnswer } from '../state/queries'
import { showOverlay } from '../state/store'
import { copyText } from '../state/actions/copy-text'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import windowStyles from '../ui/window.module.css'
import styles from './status.module.css'

/** A report for somebody who helps; the writer reads it and decides where to send it. */
export function ProblemReport() {
  const { data, error } = useAnswer(['report'], 'report.make', undefined, { staleTime: 0 })

  return (
    <Dialog label="Report a problem" heading size="large" onClose={() => showOverlay(null)}>
      <div className={windowStyles.dialogText}>
        <p>
          Stet sends nothing. Read this report, copy it, and add what you did and what happened. It contains
          no text of yours and no key, but may name titles and folders.
        </p>
        <pre className={styles.report} tabIndex={0} role="group" data-autofocus aria-label="Report">
          {error?.message ?? data?.text}
        </pre>
      </div>
      <DialogFoot>
        <Button onClick={() => showOverlay(null)}>Close</Button>
        <Button
          kind="primary"
          disabled={data === undefined}
          onClick={() => void copyText(data?.text ?? '', 'The report is copied')}
        >
          Copy the report
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
