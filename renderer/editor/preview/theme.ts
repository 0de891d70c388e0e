import { EditorView } from '@codemirror/view'
import { BULLETS } from '../../../shared/markdown/bullets'

const floating = {
  backgroundColor: 'var(--raised)',
  border: 'none',
  borderRadius: 'var(--radius-floating)',
  boxShadow: 'var(--shadow)',
}

/** The font of code: each character as it was typed, so `-->` is three characters and no arrow. */
const code = { fontFamily: 'var(--mono)', fontVariantLigatures: 'none' }

/** The line height in tables, relative to that of the text. */
const TABLE_LEADING = 0.837

/** The appearance of the text; colours and fonts come only from the tokens. */
export const editorTheme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'visible',
    fontFamily: 'var(--text-font)',
    fontSize: 'var(--text-size)',
    lineHeight: 'var(--leading)',
    fontOpticalSizing: 'auto',
    fontVariantLigatures: 'var(--text-ligatures)',
    fontVariantNumeric: 'normal',
  },
  // The indentation of one level of list items.
  '.cm-content': {
    '--step': 'calc(1.5 * var(--text-size))',
    '--near': 'left',
    '--far': 'right',
    minWidth: '0',
    padding: '0 0 35vh',
    caretColor: 'var(--accent)',
  },
  '.cm-content.cm-typewriter': { paddingBottom: '50vh' },
  // A line keeps its height even if all of it is hidden.
  '.cm-line': { padding: '0', minHeight: '1lh' },
  '.cm-line:dir(rtl)': { '--near': 'right', '--far': 'left' },
  // A moving cursor lays out nothing else, and no animation requests another frame at each key.
  '.cm-layer': { contain: 'layout size style' },
  '.cm-cursorLayer': { animation: 'none !important' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '1.5px solid var(--accent)', marginLeft: '-0.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 20%, transparent)',
  },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-specialChar': { color: 'var(--faint)' },

  '.cm-mark, .cm-mark *': { color: 'var(--faint) !important', fontStyle: 'normal', fontWeight: 'inherit' },
  '.cm-aside': { opacity: 'var(--aside)' },
  '.cm-emphasis': { fontStyle: 'italic' },
  '.cm-strong': { fontWeight: '680' },
  '.cm-highlight': {
    backgroundColor: 'color-mix(in srgb, var(--theirs) 22%, transparent)',
    borderRadius: '2px',
  },
  '.cm-struck': { textDecoration: 'line-through', color: 'var(--soft)' },
  '.cm-finished': { color: 'var(--faint)' },
  '.cm-inline-code': { ...code, fontSize: '0.82em' },
  '.cm-html, .cm-html-block': { ...code, fontSize: '0.78em', color: 'var(--faint)' },
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
  // Raised without making the line taller.
  '.cm-footnote, .cm-superscript, .cm-subscript': {
    fontSize: '0.72em',
    lineHeight: '1',
    position: 'relative',
    top: '-0.45em',
  },
  '.cm-footnote': { color: 'var(--accent)' },
  '.cm-subscript': { top: '0.25em' },
  '&.cm-link-ready :is(.cm-link, .cm-link-missing, .cm-footnote)': { cursor: 'pointer' },
  '.cm-h1, .cm-h2, .cm-h3, .cm-h4, .cm-h5, .cm-h6': { fontWeight: '600', letterSpacing: '-0.006em' },
  '.cm-h1': { fontSize: '1.5em', lineHeight: '1.3', paddingTop: '20px' },
  '.cm-h2': { fontSize: '1.222em', lineHeight: '1.35', paddingTop: '19px' },
  '.cm-h3': { fontSize: '1.08em', lineHeight: '1.4', paddingTop: '12px' },
  '.cm-h4, .cm-h5, .cm-h6': { fontSize: '1em', paddingTop: '6px' },
  '.cm-line.cm-blank': { lineHeight: 'calc(var(--leading) / 2)' },
  '.cm-line.cm-blank-heading': { lineHeight: '0.45' },
  // The editor's buffers beside a hidden range must neither break a line nor make it higher.
  '.cm-widgetBuffer:has(+ span:empty:not([class]))': { position: 'absolute' },
  'span:empty:not([class]) + .cm-widgetBuffer': { position: 'absolute' },
  '.cm-line.cm-quote': {
    // The distance from the edge to the words.
    '--edge': '18px',
    borderInlineStart: '2px solid var(--line)',
    paddingInlineStart: '16px',
    color: 'var(--soft)',
    fontStyle: 'italic',
  },
  '.cm-line.cm-term': { fontWeight: '600' },
  // Together with the four spaces before it, continued text of a definition is aligned with its first words.
  '.cm-line.cm-definition': { paddingInlineStart: '0.5em' },
  '.cm-line.cm-item, .cm-line.cm-item-more': { paddingInlineStart: 'calc(var(--depth) * var(--step))' },
  '.cm-line.cm-quote.cm-item, .cm-line.cm-quote.cm-item-more, .cm-line.cm-quote.cm-nested': {
    paddingInlineStart: 'calc(var(--depth) * var(--step) + 16px + var(--within, 0px))',
  },
  '.cm-line.cm-quote.cm-nested': { background: 'var(--edges)' },
  '.cm-line.cm-inset.cm-quote.cm-definition': {
    paddingInlineStart: 'calc(var(--depth, 0) * var(--step) + 16px)',
  },
  '.cm-line.cm-inset': { marginInlineStart: 'calc(var(--inset) * var(--step))' },
  '.cm-line.cm-item': { textIndent: 'calc(-1 * var(--marks) * var(--step) - var(--lead, 0px))' },
  '.cm-item .cm-picture, .cm-item .cm-image': { textIndent: '0' },
  // The written spaces stay for the caret and fill the space beside the words, whatever their width.
  '.cm-item-indent, .cm-inset-indent': { display: 'inline-block', whiteSpace: 'pre' },
  '.cm-item-indent': {
    width: 'calc(var(--depth) * var(--step))',
    marginInlineStart: 'calc(var(--depth) * var(--step) * -1)',
  },
  '.cm-inset-indent': {
    width: 'calc(var(--inset) * var(--step))',
    marginInlineStart: 'calc((var(--inset) + var(--depth, 0)) * var(--step) * -1 - var(--edge))',
    marginInlineEnd: 'calc(var(--depth, 0) * var(--step) + var(--edge))',
  },
  '.cm-code .cm-inset-indent': {
    letterSpacing: 'calc(var(--inset) * var(--step) / var(--columns) - 1ch)',
  },
  '.cm-line:has(.cm-picture[data-shown]) .cm-item-indent': { display: 'none' },
  '.cm-item-mark': {
    display: 'inline-block',
    minWidth: 'calc(var(--steps, 1) * var(--step))',
    textIndent: '0',
    color: 'var(--faint)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-bullet': { display: 'inline-block', width: 'var(--step)', textIndent: '0', color: 'var(--faint)' },
  ...Object.fromEntries(
    BULLETS.map((sign, level) => [`.cm-bullet-${level}::before`, { content: JSON.stringify(sign) }]),
  ),
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
  // The sign makes no line longer or taller and is hidden from screen readers.
  '.cm-hard-break::after': {
    content: '"↵" / ""',
    position: 'absolute',
    marginInlineStart: '0.15em',
    fontFamily: 'var(--sans)',
    fontSize: '0.78em',
    color: 'var(--faint)',
    pointerEvents: 'none',
  },
  '.cm-hard-break-hidden': { color: 'transparent' },
  '.cm-hard-break-hidden::after': { marginInlineStart: '-0.35em' },
  '.cm-rule': {
    display: 'inline-block',
    width: '100%',
    height: '1px',
    verticalAlign: 'middle',
    forcedColorAdjust: 'none',
    background: 'var(--line)',
  },
  '.cm-image': {
    display: 'inline-block',
    padding: '0 10px',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    font: '400 13px/26px var(--sans)',
    color: 'var(--soft)',
    cursor: 'default',
  },
  '.cm-image-selected': { outline: '2px solid var(--accent)' },
  '.cm-line.cm-code, .cm-line.cm-front-matter': {
    ...code,
    fontSize: '0.78em',
    fontStyle: 'normal',
    lineHeight: '1.6',
    padding: '0 14px',
    // The selection is rendered behind the text, so backgrounds must be translucent.
    background: 'color-mix(in srgb, var(--ink) 5%, transparent)',
    tabSize: '4',
  },
  '.cm-line.cm-code': { '--edge': '14px' },
  // The marks of a fence are at the top of their lines, so the space above them equals that below.
  '.cm-line.cm-code-begin': { paddingTop: '10px', lineHeight: '1.2' },
  '.cm-line.cm-code-begin:has(.cm-code-tools)': { position: 'relative', paddingInlineEnd: '14em' },
  '.cm-code-tools': {
    position: 'absolute',
    insetBlockStart: '8px',
    insetInlineEnd: '8px',
    display: 'flex',
    font: '400 12px/20px var(--sans)',
    userSelect: 'none',
  },
  '.cm-code-tools button': {
    maxWidth: '12em',
    padding: '0 6px',
    borderRadius: 'var(--radius)',
    color: 'var(--faint)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
  },
  '.cm-code-tools button:hover': { background: 'var(--hover)', color: 'var(--ink)' },
  '.cm-content[aria-readonly="true"] .cm-code-language': { pointerEvents: 'none' },
  '.cm-line.cm-code-end': { paddingTop: '2px', lineHeight: '1.2' },
  // CodeMirror renders a selection of several lines from the padding of the first line of the text, so that line has none.
  '.cm-line.cm-front-matter': { padding: '0', borderInline: '14px solid transparent', color: 'var(--soft)' },
  '.cm-line.cm-table': {
    ...code,
    fontSize: '0.74em',
    lineHeight: `calc(var(--leading) * ${TABLE_LEADING} / 0.74)`,
  },
  '.cm-line.cm-table .cm-inline-code': { fontSize: 'inherit' },
  '.cm-line.cm-table-head': { fontWeight: '700' },
  '.cm-table-grid': {
    display: 'grid',
    // As many columns as the rows span, each as wide as its content, and narrower if the table has to wrap.
    gridAutoColumns: 'auto',
    columnGap: '1.5em',
    justifyContent: 'start',
    overflowX: 'auto',
    overflowY: 'hidden',
    scrollbarWidth: 'thin',
  },
  // The ink of a formula in the first or last row has room here, which is taken from no line. A table without formulas
  // keeps its edges at its rows, because the up and down keys look for the column there.
  '.cm-table-grid:has(.cm-formula)': { paddingBlock: '4px', marginBlock: '-4px' },
  // A row has the height of its source.
  '.cm-line.cm-table-row': {
    display: 'grid',
    gridTemplateColumns: 'subgrid',
    position: 'relative',
    minHeight: '1lh',
    textIndent: '0',
    fontFamily: 'inherit',
    fontSize: '0.9em',
    lineHeight: `calc(var(--leading) * ${TABLE_LEADING} / 0.9)`,
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-line.cm-table-row .cm-inline-code': { fontSize: '0.82em' },
  // Marks of lists and quotations before a table take no column.
  '.cm-line.cm-table-row > :not(.cm-cell)': { position: 'absolute' },
  // Neither does the mark of a list item, which is before the words of the first cell.
  '.cm-item.cm-table-row > .cm-bullet, .cm-item.cm-table-row > .cm-item-mark': {
    insetInlineStart: 'calc((var(--depth) - var(--steps, 1)) * var(--step) + var(--edge, 2px) - 2px)',
  },
  '.cm-row-end': { position: 'absolute', top: '0', bottom: '0', insetInlineEnd: '0' },
  '.cm-cell': {
    gridRow: '1',
    // A column is never narrower than its longest word; the table scrolls instead.
    minWidth: 'auto',
    maxWidth: '24em',
    overflowWrap: 'break-word',
    wordBreak: 'normal',
  },
  '.cm-cell-break': { display: 'block' },
  // Marks the cell of the cursor, even if it is empty. The selection behind the text shows through.
  '.cm-cell-open': {
    background: 'color-mix(in srgb, var(--ink) 7%, transparent)',
    borderRadius: '4px',
    padding: '0 5px',
    margin: '0 -5px',
  },
  '.cm-line.cm-table-rule': {
    lineHeight: '0',
    height: '9px',
    paddingBlock: '4px',
    forcedColorAdjust: 'none',
    background: 'var(--line)',
    backgroundClip: 'content-box',
  },
  '.cm-line.cm-quote.cm-nested.cm-table-rule': {
    background: 'var(--edges), linear-gradient(var(--line), var(--line)) content-box',
  },

  // Below the underline of links, and visible in the dark theme too.
  '.cm-misspelt': {
    textDecoration: 'var(--misspelt)',
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
  '.cm-tooltip.cm-footnote-peek': {
    maxWidth: 'min(420px, 80vw)',
    maxHeight: '40vh',
    overflow: 'auto',
    padding: '10px 14px',
    fontFamily: 'var(--text-font)',
    fontSize: 'calc(var(--text-size) * 0.86)',
    lineHeight: '1.5',
    whiteSpace: 'pre-wrap',
    color: 'var(--ink)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: 'min(330px, 45vh)',
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

/** Source mode: the source in the font for code. */
export const sourceTheme = EditorView.theme({
  '.cm-scroller': {
    ...code,
    fontSize: 'calc(var(--text-size) * 0.8)',
    lineHeight: 'calc(var(--leading) + 0.02)',
  },
})
