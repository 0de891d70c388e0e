import { EditorView } from '@codemirror/view'

/** The styles of front matter shown as a form. */
export const fieldStyle = EditorView.baseTheme({
  '.cm-field': {
    display: 'inline-flex',
    width: '100%',
    alignItems: 'center',
    verticalAlign: 'top',
    font: '400 13px/1.4 var(--sans)',
    // In the font of its line, so that a field does not change the height of the line.
    blockSize: 'calc(var(--text-size) * 0.78 * 1.6)',
  },
  // A margin of a widget would not be measured.
  '.cm-new-field': { paddingBlockEnd: '1em', lineHeight: '0' },
  // As high as the form that it becomes, with its fences.
  '.cm-new-field .cm-field': {
    boxSizing: 'border-box',
    blockSize: 'calc(var(--text-size) * 0.78 * 1.6 * 3)',
    padding: 'calc(var(--text-size) * 0.78 * 1.6) 14px',
    background: 'color-mix(in srgb, var(--ink) 5%, transparent)',
  },
  '.cm-field-key': { flex: '0 0 8.5em', overflow: 'hidden', textOverflow: 'ellipsis', color: 'var(--soft)' },
  '.cm-field-value': {
    flex: '1 1 auto',
    minWidth: '0',
    height: '100%',
    padding: '0 6px',
    border: 'none',
    borderRadius: '4px',
    background: 'transparent',
    font: 'inherit',
    color: 'var(--ink)',
  },
  'input[type="date"].cm-field-value, select.cm-field-value': { flex: '0 0 auto' },
  'select.cm-field-value': { padding: '0 2px' },
  'select.cm-field-value option': { background: 'var(--raised)', color: 'var(--ink)' },
  '.cm-field-value:hover': { background: 'var(--hover)' },
  '.cm-field-value:focus': { outline: '1.5px solid var(--accent)', background: 'var(--paper)' },
  '.cm-field-rest': { paddingInlineStart: '8px', color: 'var(--faint)', whiteSpace: 'nowrap' },
  '.cm-field-rest:empty': { display: 'none' },
  '.cm-field-why': {
    marginInlineStart: '0.8em',
    font: '400 13px/1 var(--sans)',
    color: 'var(--soft)',
    userSelect: 'none',
  },
})
