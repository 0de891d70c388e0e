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

/** Where the document of a day is, and what it begins as. */
interface Days {
  readonly folderId: FolderId | null
  readonly template: DocumentId | undefined
}

/** The writer's days; undefined where the folder was never chosen, or is not in the library any more. */
export function daysOf(
  { daysFolder, dayTemplate }: LibraryChoices,
  folders: readonly Folder[],
): Days | undefined {
  if (daysFolder === undefined) return undefined
  if (daysFolder !== null && !folders.some(({ id }) => id === daysFolder)) return undefined
  return { folderId: daysFolder, template: dayTemplate }
}

/** More documents than that with a day in their title are not looked through. */
const FOUND_MAX = 100

async function findDay({ client }: App, title: string, { folderId }: Days): Promise<DocumentId | undefined> {
  const found = await client.ask('documents.find', { query: title, limit: FOUND_MAX })
  return found.find((one) => one.title === title && one.folderId === folderId)?.id
}

/** The text of the day's template; where it cannot be had that is said, and the day begins empty. */
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

/** Shows the document of today; makes it where there is none, and asks first what its template asks. */
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

/** The document of today, made where there is none; what its template asks stays in it as it is written. */
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
