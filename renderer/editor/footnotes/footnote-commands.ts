import type { Command } from '@codemirror/view'
import { insertFootnote, renumberFootnotes } from './edits'
import { followFootnote, leaveFootnote } from './follow'
import { peekAtFootnote } from './peek'

/** Commands about footnotes. */
export const FOOTNOTE_COMMANDS = {
  footnote: insertFootnote,
  'follow-footnote': (view) => followFootnote(view) || leaveFootnote(view),
  'peek-footnote': peekAtFootnote,
  'renumber-footnotes': renumberFootnotes,
} as const satisfies Readonly<Record<string, Command>>
