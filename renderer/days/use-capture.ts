import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText } from '../../shared/text/date-text'
import type { DocumentId } from '../../shared/terms'
import { Refusal } from '../bridge/bridge'
import { useApp, type App } from '../state/context'
import { useLibrary } from '../state/queries'
import { focusEditor, showOverlay, showTab, showToast } from '../state/store'
import { holdingKeysHere } from '../state/typed/type-ahead'
import { useTyped } from '../state/typed/use-typed'
import { useLibraryChoices } from '../templates/library-choices'
import { onScreen, saying } from '../templates/use-template'
import { appendTo } from './append'
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

interface Target {
  readonly id: DocumentId
  readonly title: string
}

/** The document that captured words go to, where the writer has chosen one that is still there. */
async function chosenTarget({ client }: App, id: DocumentId | undefined): Promise<Target | null> {
  const [found] = id === undefined ? [] : await client.ask('documents.summaries', { ids: [id] })
  return found === undefined ? null : { id: found.id, title: found.title || 'Untitled' }
}

/** What the sheet shows and does. `kept`: the words that it begins with. */
export function useCapture(kept: string) {
  const app = useApp()
  const { client, actions } = app
  const choices = useLibraryChoices()
  const { captureInto } = choices
  const folders = useLibrary().data?.folders ?? []
  const { data: chosen } = useQuery({
    queryKey: ['found-titles', 'capture', captureInto],
    queryFn: () => chosenTarget(app, captureInto),
  })
  const typing = useTyped((text) => actions.did('capture.keep', { text }), { pauseMs: PAUSE_MS })
  const [opened] = useState(() => dayText(new Date()))
  const [trouble, setTrouble] = useState('')
  const [isAdding, setAdding] = useState(false)
  const words = typing.typed ?? kept

  async function write(text: string): Promise<void> {
    const days = daysOf(choices, folders)
    const target = (await chosenTarget(app, captureInto)) ?? (days && (await todayOf(app, days)))
    if (target === undefined) return showOverlay({ kind: 'days-folder', then: 'capture' })
    await appendTo(app, target.id, text)
    typing.forget()
    await client.ask('capture.keep', { text: '' })
    showOverlay(null)
    const open = () => {
      showTab(target.id, true)
      focusEditor(target.id)
    }
    showToast(`Added to “${target.title}”`, [{ label: 'Open', run: open }])
  }

  return {
    words,
    /** The document that the words go to. */
    title: chosen?.title ?? opened,
    /** One was chosen and is not in the library any more. */
    isGone: captureInto !== undefined && chosen === null,
    trouble,
    isAdding,
    type(next: string): void {
      typing.type(next)
      setTrouble('')
    },
    async add(): Promise<void> {
      const text = words.trim()
      if (isAdding || text === '') return
      setAdding(true)
      try {
        await write(text)
      } catch (error) {
        setTrouble(error instanceof Refusal ? error.problem.message : (error as Error).message)
      }
      setAdding(false)
    },
  }
}
