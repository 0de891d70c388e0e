import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { TITLE_LENGTH_MAX } from '../../shared/terms'
import { useApp } from '../state/context'
import { showOverlay, type Overlay } from '../state/store'
import { runOnceClosed } from '../state/typed/type-ahead'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import windowStyles from '../ui/window.module.css'
import styles from './templates.module.css'
import { insertTemplate, newFromTemplate, putAside } from './use-template'

const ANSWER_LENGTH_MAX = 10_000

/**
 * Asks for the answers to the questions of a template, and for the title of a new document. Enter goes to the next
 * field, and in the last field creates the text.
 */
export function TemplateDialog({ template }: Extract<Overlay, { kind: 'template-answers' }>) {
  const app = useApp()
  const { name, questions, into, as } = template
  const isNew = into === null
  const asksTitle = isNew && as === undefined
  const [title, setTitle] = useState(template.given?.title ?? '')
  const [answers, setAnswers] = useState(template.given?.answers ?? new Map<string, string>())
  const isTaken = useIsTaken(title)
  const close = () => showOverlay(null)

  function cancel(): void {
    close()
    putAside(template, { title, answers })
  }

  function done(): void {
    // A missing answer counts as empty.
    const given = new Map(questions.map((question) => [question, answers.get(question) ?? '']))
    runOnceClosed(() => {
      if (isNew) void newFromTemplate(app, template, { title: as?.title ?? title.trim(), answers: given })
      else void insertTemplate(app, template, given)
    })
    close()
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (event.nativeEvent.isComposing) return
    const fields = [...event.currentTarget.querySelectorAll('input')]
    const next = fields[fields.indexOf(event.target) + 1]
    if (next === undefined || event.ctrlKey || event.metaKey) done()
    else next.focus()
  }

  return (
    <Dialog label={as?.title ?? (isNew ? `New from “${name}”` : `Insert “${name}”`)} heading onClose={cancel}>
      <form
        className={styles.form}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          done()
        }}
      >
        <div className={styles.fields}>
          {asksTitle ? (
            <label className={windowStyles.field}>
              Title
              <input
                dir="auto"
                autoComplete="off"
                maxLength={TITLE_LENGTH_MAX}
                value={title}
                onChange={(event) => setTitle(event.target.value)}
              />
              <span role="status" aria-label="Title notice" className={styles.note}>
                {isTaken ? 'A document has this title already. Another one will be made.' : ''}
              </span>
            </label>
          ) : null}
          {questions.map((question) => (
            <label key={question} className={windowStyles.field} dir="auto">
              {question}
              <input
                dir="auto"
                autoComplete="off"
                maxLength={ANSWER_LENGTH_MAX}
                value={answers.get(question) ?? ''}
                onChange={(event) => setAnswers(new Map(answers).set(question, event.target.value))}
              />
            </label>
          ))}
        </div>
        <DialogFoot>
          <Button onClick={cancel}>Cancel</Button>
          <Button kind="primary" type="submit">
            {isNew ? 'Create' : 'Insert'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Whether a document already has this title. */
function useIsTaken(title: string): boolean {
  const { client } = useApp()
  const sought = title.trim()
  const { data } = useQuery({
    queryKey: ['found-titles', 'taken', sought],
    enabled: sought !== '',
    queryFn: async () => (await client.ask('documents.missing-titles', { titles: [sought] })).length === 0,
  })
  return data === true
}
