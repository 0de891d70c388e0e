import { EditorView } from '@codemirror/view'

/** The source of a block is written in these; the formula has the size of the text again. */
const SOURCE_SIZE = 0.78
const SOURCE_HEIGHT = '1.6em'

export const formulaStyle = EditorView.baseTheme({
  '.cm-formula-source': { fontFamily: 'var(--mono)', fontSize: '0.82em', fontStyle: 'normal' },
  '.cm-line.cm-formula-line': {
    fontFamily: 'var(--mono)',
    fontSize: `${SOURCE_SIZE}em`,
    fontStyle: 'normal',
    lineHeight: SOURCE_HEIGHT,
  },
  // A line whose source is hidden is as high as one that is shown.
  '.cm-line.cm-formula-line::before': { content: '"\\200b" / ""' },
  '.cm-content math': {
    fontFamily: "'STIX Two Math', 'Latin Modern Math', 'Cambria Math', 'Noto Sans Math', math",
    fontSize: '1.05em',
    fontStyle: 'normal',
    fontWeight: '400',
    lineHeight: 'normal',
    letterSpacing: 'normal',
    textIndent: '0',
    whiteSpace: 'normal',
    direction: 'ltr',
  },
  // None is drawn over what stands around it, whatever its TeX says.
  '.cm-formula': {
    display: 'inline-block',
    maxWidth: '100%',
    maxHeight: '8em',
    overflow: 'clip',
    overflowClipMargin: '4px',
    textIndent: '0',
    cursor: 'text',
  },
  '.cm-formula[data-place="beside"]': {
    marginInlineStart: '0.4em',
    color: 'var(--soft)',
    userSelect: 'none',
  },
  // It is laid over the lines of its source, and grows below them where it is higher.
  '.cm-formula-block': {
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    minHeight: `calc(var(--lines) * ${SOURCE_HEIGHT})`,
    marginTop: `calc(var(--lines) * -${SOURCE_HEIGHT})`,
    maxHeight: '40em',
    overflow: 'auto',
    scrollbarWidth: 'thin',
    whiteSpace: 'normal',
    cursor: 'text',
  },
  // What CodeMirror puts behind it, so that a browser sees the line, would be a line more.
  '.cm-formula-block + br': { display: 'none' },
  '.cm-formula-block math': {
    flex: 'none',
    width: 'max-content',
    margin: '0 auto',
    padding: '6px 0',
    fontSize: `${1.05 / SOURCE_SIZE}em`,
  },
  // A frame around a change goes around the drawn formula, not around each hidden line of its source.
  '.cm-formula-line :is(.cm-current, .cm-back):has(> span:empty)': { outline: 'none', background: 'none' },
  ':is(.cm-current, .cm-back) .cm-formula-block math': {
    outline: '1.5px solid currentColor',
    outlineOffset: '1px',
    borderRadius: '2px',
  },
  '.cm-formula-block[data-place="beside"]': {
    pointerEvents: 'none',
    userSelect: 'none',
    color: 'var(--soft)',
  },
  '.cm-formula-block[data-place="beside"] math': { marginInlineEnd: '0' },
  '.cm-formula-block[data-below]': { marginTop: '0', minHeight: '0', pointerEvents: 'auto' },
  '.cm-formula-block[data-below] math': { marginInlineEnd: 'auto' },
  '.cm-formula-why': {
    marginInlineStart: '0.8em',
    font: '400 13px/1 var(--sans)',
    color: 'var(--soft)',
    userSelect: 'none',
  },
})
