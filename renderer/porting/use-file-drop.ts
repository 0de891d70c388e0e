import { useEffect } from 'react'
import { useApp } from '../state/context'
import { isMarkdown } from '../editor/input/attachments'
import { goToDocument, showOverlay } from '../state/store'
import { showToast } from '../state/toasts'
import { exceptionWords } from '../../shared/text/exception-words'
import { sayCopied } from './undo-import'

/** The content of files in the form that the main process takes. */
export const bytesOf = (files: readonly File[]) =>
  Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  )

/** Whether a file has to be converted, which is previewed first. */
const isConverted = ({ name }: File): boolean => /\.(?:docx|html?)$/i.test(name)

/**
 * Markdown files dropped on the window, or opened from the system, become drafts and are shown; Word documents and HTML
 * pages go through the import dialog.
 */
export function useFileDrop(): void {
  const { actions, client } = useApp()
  useEffect(() => {
    const show = (ids: readonly string[]) => ids.forEach((id) => goToDocument(id, true))
    const take = () => {
      void actions.run('drafts.take', undefined).then((opened) => {
        if (opened === undefined) return
        show(opened.ids)
        if (opened.copied !== undefined) void sayCopied(actions, opened.copied)
      })
      void actions
        .run('import.opened', undefined)
        .then((isWaiting) => isWaiting === true && showOverlay({ kind: 'import', from: 'opened' }))
    }

    async function bringIn(files: readonly File[]): Promise<void> {
      const done = await actions.run('drafts.add', { files: await bytesOf(files) })
      if (done === undefined) return
      show([...done.duplicateIds, ...done.ids])
      const [made, known] = [done.ids.length, done.duplicateIds.length]
      const exceptions = exceptionWords(done)
      const left = new Set(done.left.map(({ path }) => path))
      const name = files.find((file) => !left.has(file.name))?.name ?? ''
      if (made + known > 0) await sayCopied(actions, { made, known, name }, exceptions)
      else if (exceptions !== undefined) showToast(exceptions)
    }

    const filesOf = ({ dataTransfer }: DragEvent) => [...(dataTransfer?.files ?? [])]
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
    }
    // Runs before the editor, which would insert the content of the file into the text.
    const drop = (event: DragEvent) => {
      const files = filesOf(event)
      const imports = files.length > 0 && files.every((file) => isMarkdown(file) || isConverted(file))
      if (!imports) return
      event.preventDefault()
      event.stopPropagation()
      if (files.every(isMarkdown)) void bringIn(files.slice(0, 100))
      else showOverlay({ kind: 'import', from: files.slice(0, 100) })
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop, true)
    const stop = client.listen('drafts.opened', take)
    take()
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop, true)
      stop()
    }
  }, [actions, client])
}
