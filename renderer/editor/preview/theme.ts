import { EditorView } from '@codemirror/view'

const floating = {
  backgroundColor: 'var(--raised)',
  border: 'none',
  borderRadius: 'var(--radius-floating)',
  boxShadow: 'var(--shadow)',
}

/** The text's look; colours and faces come from the tokens alone. */
export const editorTheme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'visible',
    fontFamily: 'var(--text-font)',
    fontSize: 'var(--text-size)',
    lineHeight: '1.68',
    fontOpticalSizing: 'auto',
    fontVariantNumeric: 'normal',
  },
  '.cm-content': { padding: '0 0 35vh', caretColor: 'var(--accent)' },
  '.cm-content.cm-typewriter': { paddingBottom: '50vh' },
  '.cm-line': { padding: '0' },
  // A cursor that moves lays out nothing else, and no animation that ends at once asks for one more frame at each key.
  '.cm-layer': { contain: 'layout size style' },
  '.cm-cursorLayer': { animation: 'none !important' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '1.5px solid var(--accent)', marginLeft: '-0.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 20%, transparent)',
  },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-specialChar': { color: 'var(--faint)' },

  '.cm-mark, .cm-mark *': { color: 'var(--faint) !important', fontStyle: 'normal', fontWeight: 'inherit' },
  '.cm-aside': { opacity: '0.4' },
  '.cm-emphasis': { fontStyle: 'italic' },
  '.cm-strong': { fontWeight: '680' },
  '.cm-highlight': {
    backgroundColor: 'color-mix(in srgb, var(--theirs) 22%, transparent)',
    borderRadius: '2px',
  },
  '.cm-struck': { textDecoration: 'line-through', color: 'var(--soft)' },
  '.cm-finished': { color: 'var(--faint)' },
  '.cm-inline-code': { fontFamily: 'var(--mono)', fontSize: '0.82em' },
  '.cm-html, .cm-html-block': { fontFamily: 'var(--mono)', fontSize: '0.78em', color: 'var(--faint)' },
  '.cm-link': {
    color: 'var(--accent)',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
    textDecorationColor: 'color-mix(in srgb, var(--accent) 40%, transparent)',
  },
  '.cm-link-missing, .cm-link-missing .cm-link, .cm-link .cm-link-missing': {
    color: 'var(--soft)',
    textDecoration: 'underline dashed 1px',
    textUnderlineOffset: '3px',
    textDecorationColor: 'var(--faint)',
  },
  // Raised without its line growing taller.
  '.cm-footnote': {
    color: 'var(--accent)',
    fontSize: '0.72em',
    lineHeight: '1',
    position: 'relative',
    top: '-0.45em',
  },
  '&.cm-link-ready :is(.cm-link, .cm-link-missing, .cm-footnote)': { cursor: 'pointer' },
  '.cm-h1, .cm-h2, .cm-h3, .cm-h4, .cm-h5, .cm-h6': { fontWeight: '600', letterSpacing: '-0.006em' },
  '.cm-h1': { fontSize: '1.5em', lineHeight: '1.3', paddingTop: '20px' },
  '.cm-h2': { fontSize: '1.222em', lineHeight: '1.35', paddingTop: '19px' },
  '.cm-h3': { fontSize: '1.08em', lineHeight: '1.4', paddingTop: '12px' },
  '.cm-h4, .cm-h5, .cm-h6': { fontSize: '1em', paddingTop: '6px' },
  '.cm-line.cm-blank': { lineHeight: '0.84' },
  '.cm-line.cm-blank-heading': { lineHeight: '0.45' },
  '.cm-line.cm-quote': {
    borderInlineStart: '2px solid var(--line)',
    paddingInlineStart: '16px',
    color: 'var(--soft)',
    fontStyle: 'italic',
  },
  '.cm-line.cm-item': {
    paddingInlineStart: 'calc(var(--depth, 1) * 1.5em)',
    textIndent: '-1.5em',
  },
  '.cm-item-mark': {
    display: 'inline-block',
    minWidth: '1.5em',
    textIndent: '0',
    color: 'var(--faint)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-bullet': { display: 'inline-block', width: '1.5em', textIndent: '0', color: 'var(--faint)' },
  '.cm-bullet::before': { content: '"•"' },
  '.cm-checkbox': {
    appearance: 'none',
    width: '15px',
    height: '15px',
    margin: '0 9px 0 0',
    verticalAlign: '-2px',
    border: '1.5px solid var(--faint)',
    borderRadius: '4px',
    cursor: 'pointer',
  },
  '.cm-checkbox:checked': {
    borderColor: 'var(--accent)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-checkbox:checked::after': {
    content: '""',
    display: 'block',
    width: '4px',
    height: '8px',
    margin: '0.5px 0 0 3.5px',
    border: 'solid var(--on-accent)',
    borderWidth: '0 1.8px 1.8px 0',
    transform: 'rotate(42deg)',
  },
  '.cm-rule': {
    display: 'inline-block',
    width: '100%',
    height: '1px',
    verticalAlign: 'middle',
    background: 'var(--line)',
  },
  '.cm-image': {
    display: 'inline-block',
    padding: '0 10px',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    font: '400 13px/26px var(--sans)',
    color: 'var(--soft)',
  },
  '.cm-line.cm-code, .cm-line.cm-front-matter': {
    fontFamily: 'var(--mono)',
    fontSize: '0.78em',
    lineHeight: '1.6',
    padding: '0 14px',
    // The selection is drawn behind the text: what lies between has to let it through.
    background: 'color-mix(in srgb, var(--ink) 5%, transparent)',
    tabSize: '4',
  },
  // The signs of a fence stand at the top of their lines: so there is as much room above them as below.
  '.cm-line.cm-code-begin': { paddingTop: '10px', lineHeight: '1.2' },
  '.cm-line.cm-code-end': { paddingTop: '2px', lineHeight: '1.2' },
  '.cm-line.cm-front-matter': { color: 'var(--soft)' },
  '.cm-line.cm-table': { fontFamily: 'var(--mono)', fontSize: '0.74em', lineHeight: '1.9' },
  '.cm-line.cm-table .cm-inline-code': { fontSize: 'inherit' },
  '.cm-line.cm-table-head': { fontWeight: '700' },
  '.cm-line.cm-table-row': { display: 'flex' },
  '.cm-cell': {
    flex: '0 1 auto',
    minWidth: '0',
    // The browser rounds the width of a cell down, and words that just fit would wrap.
    paddingInlineEnd: 'calc(3ch - 1px)',
    overflowWrap: 'anywhere',
  },
  '.cm-line.cm-table-rule': {
    lineHeight: '0',
    height: '9px',
    padding: '4px 0',
    background: 'var(--line)',
    backgroundClip: 'content-box',
  },

  // Below the links' line, and seen in the dark too.
  '.cm-misspelt': {
    textDecoration: 'underline wavy 1px',
    textDecorationColor: 'var(--del)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--hit)', borderRadius: '2px' },
  '.cm-searchMatch-selected': { outline: '1.5px solid var(--accent)' },
  '.cm-selectionMatch': { backgroundColor: 'transparent' },
  '.cm-merged': {
    background: 'var(--add-bg)',
    textDecoration: 'underline',
    textDecorationColor: 'var(--add)',
    textUnderlineOffset: '4px',
  },
  '.cm-removed': {
    background: 'var(--del-bg)',
    color: 'var(--del)',
    textDecoration: 'line-through',
  },
  '.cm-added': {
    background: 'var(--add-bg)',
    color: 'var(--add)',
    textDecoration: 'underline',
    textUnderlineOffset: '4px',
  },
  '.cm-back': {
    backgroundColor: 'var(--mine-bg)',
    outline: '1.5px solid var(--accent)',
    borderRadius: '2px',
  },
  '.cm-current': { outline: '1.5px solid currentColor', outlineOffset: '1px', borderRadius: '2px' },
  '.cm-tooltip': floating,
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxWidth: 'min(420px, 90vw)',
    padding: '4px',
    fontFamily: 'var(--sans)',
    fontSize: '13px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    overflow: 'hidden',
    padding: '4px 8px',
    borderRadius: 'var(--radius)',
    lineHeight: '20px',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--select)', color: 'var(--ink)' },
})

/** Source mode: the bytes as they stand, in the face of code. */
export const sourceTheme = EditorView.theme({
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: 'calc(var(--text-size) * 0.8)', lineHeight: '1.7' },
})
