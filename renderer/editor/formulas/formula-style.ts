import { EditorView } from '@codemirror/view'

/**
 * The font size and line height of a block's source, relative to the text; the formula itself has the size of the text.
 */
const SOURCE_SIZE = 0.78
const SOURCE_HEIGHT = '1.6em'

export const formulaStyle = EditorView.baseTheme({
  '.cm-formula-source': {
    fontFamily: 'var(--mono)',
    fontVariantLigatures: 'none',
    fontSize: '0.82em',
    fontStyle: 'normal',
  },
  '.cm-line.cm-formula-line': {
    fontFamily: 'var(--mono)',
    fontVariantLigatures: 'none',
    fontSize: `${SOURCE_SIZE}em`,
    fontStyle: 'normal',
    lineHeight: SOURCE_HEIGHT,
  },
  // A line with hidden source has the same height as a visible one.
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
  // Keeps a formula from covering its surroundings, whatever its TeX says.
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
  // Covers the lines of its source, and extends below them if it is higher.
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
  // Hides the line break that CodeMirror adds after it, which would add a line.
  '.cm-formula-block + br': { display: 'none' },
  '.cm-formula-block math': {
    flex: 'none',
    width: 'max-content',
    margin: '0 auto',
    padding: '6px 0',
    fontSize: `${1.05 / SOURCE_SIZE}em`,
  },
  // The frame around a change is drawn around the rendered formula, not around each hidden line of its source.
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
