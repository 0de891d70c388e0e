import { fillTemplate, questionsOf, type TemplateAnswers } from '../../shared/text/templates'
import { type DocumentId, type FolderId, shownTitle } from '../../shared/terms'
import type { App } from '../state/context'
import { goToDocument, showOverlay, type Template, useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { isWithin } from '../state/tree-rows'
import { holdingKeys, holdingKeysHere } from '../state/typed/type-ahead'
import { messageOf } from '../../shared/thrown'

/** Resolves at the next frame, when the window shows its new state. */
export const onScreen = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Runs a task and shows an error in a toast. */
export async function saying(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    showToast(messageOf(error))
  }
}

/** The current text of a document, whether or not the document is open. */
export async function textOf({ client, sessions }: App, id: DocumentId): Promise<string> {
  const open = sessions.get(id)
  if (open !== undefined) return open.editor.text()
  const { text, view } = await client.ask('document.open', { id })
  await client.ask('document.close', { id, ...(view !== undefined && { view }) })
  return text
}

/** Reads a template, then asks its questions. A template without questions is inserted at once. */
export async function takeTemplate(
  app: App,
  { id, title }: { readonly id: DocumentId; readonly title: string },
  into: Template['into'],
  notInto: FolderId,
): Promise<void> {
  await holdingKeysHere(() =>
    saying(async () => {
      const text = await textOf(app, id)
      const name = shownTitle(title)
      const template = { name, text, questions: questionsOf(text), into, notInto }
      if (into !== null && template.questions.length === 0) return insertTemplate(app, template, new Map())
      showOverlay({ kind: 'template-answers', template })
      // Keys pressed in the meantime are typed into the first field of the dialog.
      await onScreen()
    }),
  )
}

const isAnswered = ({ title, answers }: TemplateAnswers): boolean =>
  [title, ...answers.values()].some((words) => words.trim() !== '')

/**
 * Called if the questions are closed without creating a text. The answers are the writer's words, so a toast offers to
 * bring them back.
 */
export function putAside(template: Template, given: TemplateAnswers): void {
  if (!isAnswered(given)) return
  const bringBack = () => showOverlay({ kind: 'template-answers', template: { ...template, given } })
  showToast(`Your answers to “${template.name}” were put aside.`, [{ label: 'Bring back', run: bringBack }])
}

/** Shows why the template could not be used, and shows the answers again, because they are the writer's words. */
function askAgain(template: Template, given: TemplateAnswers, error: unknown): void {
  if (isAnswered(given)) showOverlay({ kind: 'template-answers', template: { ...template, given } })
  showToast(messageOf(error))
}

/** Inserts the template into the open text, replacing the selection. */
export async function insertTemplate(
  { sessions }: App,
  template: Template,
  answers: TemplateAnswers['answers'],
): Promise<void> {
  const { into, text } = template
  try {
    const session = into === null ? undefined : await sessions.open(into)
    if (session === undefined || session.view().readOnly !== undefined)
      throw new Error('The document cannot be written into any more')
    const filled = fillTemplate(text, { title: session.view().title, answers }, new Date())
    if (!session.editor.insert(filled)) throw new Error('That cannot be done where the cursor is.')
  } catch (error) {
    askAgain(template, { title: '', answers }, error)
  }
}

/**
 * Creates a document from a template, in the folder given by `as`, or in the one on screen, but never in the folder of
 * templates: then in no folder. The text is inserted as one change, which one undo step removes.
 */
export async function newFromTemplate(app: App, template: Template, answers: TemplateAnswers): Promise<void> {
  const { client, sessions } = app
  const { text, as, notInto } = template
  const { filter } = useWindow.getState()
  const { folderId = null, tagIds = [] } = as === undefined ? filter : { folderId: as.folderId }
  let into: DocumentId | null = null
  try {
    const { id } = await holdingKeys(async () => {
      const { folders } = await client.ask('library.get', undefined)
      const isTemplate = notInto !== undefined && isWithin(folders, folderId, notInto)
      const place = { folderId: isTemplate ? null : folderId, tagIds }
      return client.ask('document.create', { ...place, title: answers.title, isDay: as !== undefined })
    })
    into = id
    goToDocument(id, true)
    // The text is inserted as soon as the document is open, before any key reaches the editor.
    const session = await sessions.open(id)
    session.editor.insert(fillTemplate(text, answers, new Date()))
  } catch (error) {
    askAgain({ ...template, into }, answers, error)
  }
}
