import { dayText } from '../../shared/text/date-text'
import { fillTemplate, questionsOf } from '../../shared/text/templates'
import type { LibraryChoices } from '../../shared/ipc/ipc-settings'
import type { Folder } from '../../shared/ipc/ipc-records'
import type { DocumentId, FolderId } from '../../shared/terms'
import type { App } from '../state/context'
import { goToDocument, showOverlay } from '../state/store'
import { showToast } from '../state/toasts'
import { holdingKeysHere } from '../state/typed/type-ahead'
import { newFromTemplate, saying, textOf } from '../templates/use-template'
import { messageOf } from '../../shared/thrown'

/** The folder of the day documents, and the template for new ones. */
interface Days {
  readonly folderId: FolderId | null
  readonly template: DocumentId | undefined
}

/** The settings of the day documents; undefined if no folder was chosen, or the chosen folder no longer exists. */
export function daysOf(
  { daysFolder, dayTemplate }: LibraryChoices,
  folders: readonly Folder[],
): Days | undefined {
  if (daysFolder === undefined) return undefined
  if (daysFolder !== null && !folders.some(({ id }) => id === daysFolder)) return undefined
  return { folderId: daysFolder, template: dayTemplate }
}

/** The maximum number of documents found by a day's title that are examined. */
const FOUND_MAX = 100

async function findDay({ client }: App, title: string, { folderId }: Days): Promise<DocumentId | undefined> {
  const found = await client.ask('documents.find', { query: title, limit: FOUND_MAX })
  return found.find((one) => one.title === title && one.folderId === folderId)?.id
}

/** The text of the template for a day. If the template cannot be read, an error is shown and the day begins empty. */
async function templateText(app: App, { template }: Days): Promise<string> {
  if (template === undefined) return ''
  try {
    return await textOf(app, template)
  } catch (error) {
    const why = messageOf(error)
    showToast(`The document of the day begins without its template. ${why}`)
    return ''
  }
}

/**
 * Shows the document of today. If there is none, the function creates one, after asking the questions of the template.
 */
export const showToday = (app: App, days: Days): Promise<void> =>
  holdingKeysHere(() =>
    saying(async () => {
      const title = dayText(new Date())
      const found = await findDay(app, title, days)
      if (found !== undefined) return goToDocument(found, true)
      const text = await templateText(app, days)
      const as = { title, folderId: days.folderId }
      const template = { name: title, text, questions: questionsOf(text), into: null, as }
      if (template.questions.length > 0) showOverlay({ kind: 'template-answers', template })
      else await newFromTemplate(app, template, { title, answers: new Map() })
    }),
  )

/** The document of today, created if there is none. The questions of the template stay in its text unanswered. */
export async function todayOf(
  app: App,
  days: Days,
): Promise<{ readonly id: DocumentId; readonly title: string }> {
  const title = dayText(new Date())
  const found = await findDay(app, title, days)
  if (found !== undefined) return { id: found, title }
  const { text } = fillTemplate(await templateText(app, days), { title, answers: new Map() }, new Date())
  const { id } = await app.client.ask('document.create', {
    title,
    text,
    folderId: days.folderId,
    isDay: true,
  })
  return { id, title }
}
