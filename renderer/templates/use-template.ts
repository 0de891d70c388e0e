import { fillTemplate, questionsOf, type TemplateAnswers } from '../../shared/text/templates'
import { type DocumentId, type FolderId, shownTitle } from '../../shared/terms'
import type { App } from '../state/context'
import { goToDocument, showOverlay, type Template, useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { isWithin } from '../state/tree-rows'
import { holdingKeys, holdingKeysHere } from '../state/typed/type-ahead'
import { messageOf } from '../../shared/thrown'

/** When what the window was asked for stands there. */
export const onScreen = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** A refusal is said in a toast. */
export async function saying(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    showToast(messageOf(error))
  }
}

/** The words of a document as they are now, wherever it is open. */
export async function textOf({ client, sessions }: App, id: DocumentId): Promise<string> {
  const open = sessions.get(id)
  if (open !== undefined) return open.editor.text()
  const { text, view } = await client.ask('document.open', { id })
  await client.ask('document.close', { id, ...(view !== undefined && { view }) })
  return text
}

/** Reads a template; then asks what it asks, or goes on at once where there is nothing to be asked. */
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
      // What was pressed meanwhile goes into its first field.
      await onScreen()
    }),
  )
}

const isAnswered = ({ title, answers }: TemplateAnswers): boolean =>
  [title, ...answers.values()].some((words) => words.trim() !== '')

/** The questions were left without a text: the answers are the writer's words, and can be had again. */
export function putAside(template: Template, given: TemplateAnswers): void {
  if (!isAnswered(given)) return
  const bringBack = () => showOverlay({ kind: 'template-answers', template: { ...template, given } })
  showToast(`Your answers to “${template.name}” were put aside.`, [{ label: 'Bring back', run: bringBack }])
}

/** Says why nothing could be made of the answers, and shows them again: they are the writer's words. */
function askAgain(template: Template, given: TemplateAnswers, error: unknown): void {
  if (isAnswered(given)) showOverlay({ kind: 'template-answers', template: { ...template, given } })
  showToast(messageOf(error))
}

/** Writes the template into the open text, in place of what is selected. */
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

/** Makes a document where the writer is, or where it is said, and in no folder where that is the one of templates; its text is one change, which one step of undo takes back. */
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
    // As soon as it is open, before a key comes to it.
    const session = await sessions.open(id)
    session.editor.insert(fillTemplate(text, answers, new Date()))
  } catch (error) {
    askAgain({ ...template, into }, answers, error)
  }
}
