import { EditorView } from '@codemirror/view'

/** So much at the foot of a text a notice lies over, in px. */
const NOTICE_HEIGHT = 70

/**
 * The line that is written stays above what a notice lies over, also while none is shown: so no line moves when one comes.
 */
export const aboveNotices = EditorView.scrollMargins.of(() => ({ bottom: NOTICE_HEIGHT }))
