import { COMMAND_GROUPS } from '../../shared/commands'
import { ABOUT_COLUMN, ABOUT_ROW } from '../editor/editor'
import type { Session } from '../state/sessions'
import { showOverlay } from '../state/store'
import { showToastHere } from '../state/toasts'
import type { CommandState } from './command-state'
import { openTextMenu } from './open-text-menu'

type TableCommandId = keyof (typeof COMMAND_GROUPS)['Tables']
type FootnoteCommandId = 'footnote' | 'follow-footnote' | 'peek-footnote' | 'renumber-footnotes'
type ImageCommandId = (typeof IMAGES)[number]
type PlaceCommandId =
  | TableCommandId
  | FootnoteCommandId
  | ImageCommandId
  | 'code-language'
  | 'copy-code'
  | 'edit-front-matter'
  | 'undo-steps'

/** Commands that change nothing. */
const READ: ReadonlySet<PlaceCommandId> = new Set(['follow-footnote', 'peek-footnote', 'copy-code'])

const IMAGES = ['image-wider', 'image-narrower', 'image-own-width'] as const

const TABLE_MENUS = { 'row-menu': ABOUT_ROW, 'column-menu': ABOUT_COLUMN } as const

const isMenu = (id: PlaceCommandId): id is keyof typeof TABLE_MENUS => Object.hasOwn(TABLE_MENUS, id)

const TABLES: ReadonlySet<string> = new Set(Object.keys(COMMAND_GROUPS.Tables))

const IDS: readonly PlaceCommandId[] = [
  ...(Object.keys(COMMAND_GROUPS.Tables) as readonly TableCommandId[]),
  ...(['footnote', 'follow-footnote', 'peek-footnote', 'renumber-footnotes'] as const),
  ...IMAGES,
  ...(['code-language', 'copy-code', 'edit-front-matter', 'undo-steps'] as const),
]

const NO_WIDTHS = 'widths of images are switched off in the settings'

/**
 * Commands that depend on the position of the cursor: they are about its table, footnote, selected image or code block.
 *
 * @param none the reason why there is no text
 * @param fixed the reason why nothing can be changed, worded to follow "because"
 * @param widths whether widths of images are written
 */
export function placeCommands(
  session: Session | undefined,
  none: string | undefined,
  fixed: string | undefined,
  widths = true,
): Readonly<Record<PlaceCommandId, CommandState>> {
  const stateOf = (id: PlaceCommandId): CommandState => ({
    disabled: READ.has(id)
      ? none
      : (fixed ?? (widths || IMAGES.every((one) => one !== id) ? undefined : NO_WIDTHS)),
    notHere() {
      if (session === undefined) return undefined
      if (TABLES.has(id)) return session.editor.isInTable() ? undefined : 'the cursor is in no table'
      if (id !== 'code-language' && id !== 'copy-code') return undefined
      return session.editor.codeLanguage() === undefined ? 'the cursor is in no block of code' : undefined
    },
    run() {
      if (isMenu(id))
        return session?.editor.isInTable() === true
          ? openTextMenu(session, TABLE_MENUS[id])
          : showToastHere('The cursor is not in a table.')
      if (id === 'undo-steps' || (id === 'align-column' && session?.editor.isInTable() === true))
        return showOverlay({ kind: id })
      if (id === 'code-language' && session?.editor.codeLanguage() !== undefined)
        return showOverlay({ kind: 'code-language' })
      if (id === 'edit-front-matter')
        return (
          session?.editor.run(id) === false && showToastHere('This text has no front matter that is a form.')
        )
      if (id === 'code-language' || id === 'align-column' || session?.editor.run(id) === false)
        showToastHere('That cannot be done where the cursor is.')
    },
  })
  return Object.fromEntries(IDS.map((id) => [id, stateOf(id)])) as Record<PlaceCommandId, CommandState>
}
