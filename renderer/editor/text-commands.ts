import { redo } from '@codemirror/commands'
import { openSearchPanel } from '@codemirror/search'
import { bold, italic } from './extensions'
import { openReplace } from './find/open-replace'
import { FOLD_COMMANDS } from './folding/fold-commands'
import { FOOTNOTE_COMMANDS } from './footnotes/footnote-commands'
import { editFrontMatter } from './front-matter/field-marks'
import { attachFiles } from './input/attachments'
import { insertDate } from './input/insert-date'
import { DIRECTION_COMMANDS } from './input/text-direction'
import { LINE_COMMANDS } from './lines/line-commands'
import { BLOCK_COMMANDS } from './markdown/blocks'
import { toggleCode } from './markdown/code-mark'
import { toggleMark } from './markdown/formatting'
import { insertLink } from './markdown/link-mark'
import { copyCode } from './preview/code-tools'
import { replacePicture } from './preview/missing-pictures'
import { changeWidth } from './preview/picture-corner'
import { TABLE_COMMANDS } from './tables/table-commands'
import { undo } from './undo/undo'
import { askSelected } from './view/selected-words'

/** The commands that a menu or the palette runs in a text. Each returns whether it was possible at the cursor. */
export const TEXT_COMMANDS = {
  bold,
  italic,
  highlight: toggleMark('=='),
  strikethrough: toggleMark('~~'),
  formula: toggleMark('$'),
  link: insertLink,
  code: toggleCode,
  'insert-date': insertDate,
  'copy-code': copyCode,
  'edit-front-matter': editFrontMatter,
  attach: attachFiles,
  'replace-picture': replacePicture,
  ...DIRECTION_COMMANDS,
  'image-wider': changeWidth(1),
  'image-narrower': changeWidth(-1),
  'image-own-width': changeWidth(0),
  'selection-bar': askSelected,
  ...BLOCK_COMMANDS,
  ...LINE_COMMANDS,
  ...TABLE_COMMANDS,
  ...FOOTNOTE_COMMANDS,
  ...FOLD_COMMANDS,
  undo,
  redo,
  find: openSearchPanel,
  replace: openReplace,
} as const

export type TextCommand = keyof typeof TEXT_COMMANDS
