import type { CodeTools } from '../editor/editor'
import { showOverlay, showToast } from '../state/store'

/** What the window does for a block of code of the text. */
export const codeBlockTools: CodeTools = {
  chooseLanguage: () => showOverlay({ kind: 'code-language' }),
  copy: (code) =>
    void navigator.clipboard.writeText(code).then(
      () => showToast('The code is copied'),
      () => showToast('The clipboard did not take it.'),
    ),
}
