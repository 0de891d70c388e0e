import { useEffect } from 'react'
import { useApp } from '../state/context'
import { vimModeOf } from '../editor/keys/text-keys'
import { topDialogName } from '../ui/top-dialog'
import { goBack } from './hits'

/** Escape leads back to where the writer was before the first hit, unless it closes something that lies over the text. */
export function useWayBack(): void {
  const { sessions } = useApp()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing || topDialogName() !== undefined) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('[data-pane="editor"], [data-pane="panel"]') == null) return
      if (
        target.closest('.find-panel, .cm-vim-panel, [data-keeps-escape]') !== null ||
        // There it ends the mode.
        (vimModeOf(target) ?? 'normal') !== 'normal' ||
        document.querySelector('.cm-tooltip') !== null
      )
        return
      if (!goBack(sessions)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the editor, for which Escape means to let go of the selection.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [sessions])
}
