import { useEffect } from 'react'
import { useApp } from '../state/context'
import { vimModeOf } from '../editor/keys/text-keys'
import { topDialogName } from '../ui/top-dialog'
import { goBack } from './hits'

/** Escape returns to where the writer was before the first result, unless it closes something over the text. */
export function useWayBack(): void {
  const { sessions } = useApp()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing || topDialogName() !== undefined) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('[data-pane="editor"], [data-pane="panel"]') == null) return
      if (
        target.closest('.find-panel, .cm-vim-panel, [data-keeps-escape]') !== null ||
        // There, Escape ends the mode.
        (vimModeOf(target) ?? 'normal') !== 'normal' ||
        document.querySelector('.cm-tooltip') !== null
      )
        return
      if (!goBack(sessions)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // Runs before the editor, where Escape clears the selection.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [sessions])
}
