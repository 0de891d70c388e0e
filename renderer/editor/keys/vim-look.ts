import { Prec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** At the highest precedence, to override the styles of the package. */
export const vimLook = Prec.highest(
  EditorView.theme({
    '&.cm-editor .cm-fat-cursor': {
      background: 'color-mix(in srgb, var(--accent) 38%, transparent)',
      borderRadius: '1px',
      color: 'transparent !important',
    },
    '&.cm-editor:not(.cm-focused) .cm-fat-cursor': {
      background: 'none',
      outline: '1px solid color-mix(in srgb, var(--accent) 45%, transparent)',
    },
    '.cm-panels-bottom': { border: 'none', backgroundColor: 'transparent' },
    '.cm-vim-panel': {
      padding: '4px 12px',
      borderTop: '1px solid var(--line)',
      background: 'var(--chrome)',
      color: 'var(--ink)',
      fontFamily: 'var(--mono)',
      fontSize: '13px',
    },
    '.cm-vim-panel span': { alignItems: 'baseline' },
    '.cm-vim-panel input': {
      ...{ height: 'auto', minHeight: '0', padding: '0', borderRadius: '0' },
      ...{ color: 'inherit', font: 'inherit' },
    },
    // The guide explains which regular expressions it accepts.
    '.cm-vim-panel span + span': { display: 'none' },
    '.cm-vim-panel .vim-alert': { color: 'var(--del)' },
    '&.cm-editor .cm-searchMatch': {
      backgroundColor: 'color-mix(in srgb, var(--theirs) 26%, transparent)',
      borderRadius: '2px',
    },
  }),
)
