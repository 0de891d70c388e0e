import { EditorView } from '@codemirror/view'

/** The height at the foot of a text that a notice covers, in px. */
const NOTICE_HEIGHT = 70

/**
 * Keeps the active line above the area of notices, even while none is shown, so that no line moves when one appears.
 */
export const aboveNotices = EditorView.scrollMargins.of(() => ({ bottom: NOTICE_HEIGHT }))
