import { useEffect } from 'react'
import { useApp } from '../state/context'
import { isMarkdown } from '../editor/input/attachments'
import { showTab, showToast } from '../state/store'

/** Markdown files that are dropped anywhere on the window, or opened from the system, become drafts and are shown. */
export function useFileDrop(): void {
  const { actions, client } = useApp()
  useEffect(() => {
    const show = (ids: readonly string[]) => ids.forEach((id) => showTab(id, true))
    const take = () => void actions.run('drafts.take', undefined).then((ids) => show(ids ?? []))

    async function bringIn(files: readonly File[]): Promise<void> {
      const given = await Promise.all(
        files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
      )
      const done = await actions.run('drafts.add', { files: given })
      if (done === undefined) return
      show(done.ids)
      const [left] = done.left
      if (left !== undefined) showToast(`“${left.path}” was not taken. ${left.why}`)
      else if (done.duplicates > 0) showToast('It is in the library already.')
    }

    const filesOf = ({ dataTransfer }: DragEvent) => [...(dataTransfer?.files ?? [])]
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
    }
    // Before the editor, which would write the words of the file into the text.
    const drop = (event: DragEvent) => {
      const files = filesOf(event)
      if (files.length === 0 || !files.every(isMarkdown)) return
      event.preventDefault()
      event.stopPropagation()
      void bringIn(files.slice(0, 100))
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
