import { useState, type ReactNode, type RefObject } from 'react'
import { PALETTE_COMMANDS } from '../commands/command-list'
import { CommandMenu, MenuLines, type MenuLine } from '../commands/command-menu'
import type { FoundWord } from '../editor/spelling/find-words'
import { insertText } from '../state/typed/insert-text'
import { useApp } from '../state/context'
import type { Session } from '../state/sessions'
import { SpellingLines } from './spelling-lines'
import { SYSTEM_KEYS } from './text-menu'
import styles from './document.module.css'

/** The menu of the title: the clipboard commands and, for a misspelt word, suggestions above them. */
export function TitleMenu(props: {
  readonly session: Session
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly misspelt: readonly FoundWord[]
  readonly children: ReactNode
}) {
  const { session, field, misspelt } = props
  const [found, setFound] = useState<FoundWord>()
  const lines =
    found === undefined ? <TitleLines /> : <TitleWordLines session={session} found={found} field={field} />
  return (
    <CommandMenu
      label={found === undefined ? 'Title' : 'Spelling'}
      lines={lines}
      // The click has already placed the cursor.
      onOpen={() => {
        const at = field.current?.selectionStart ?? -1
        setFound(misspelt.find(({ from, to }) => from <= at && at <= to))
      }}
      onDone={() => field.current?.focus()}
    >
      <div className={styles.titleBox}>{props.children}</div>
    </CommandMenu>
  )
}

/** The clipboard commands act on the focused element, which is the field once the menu is closed. */
function useTitleLines(): readonly (readonly MenuLine[])[] {
  const { client } = useApp()
  const actions = ['cut', 'copy', 'paste'] as const
  const lines = actions.map((action) => ({
    name: PALETTE_COMMANDS[action].name,
    keys: SYSTEM_KEYS[action],
    run: () => void client.call('window.edit', { action }),
  }))
  return [lines]
}

function TitleLines() {
  return <MenuLines groups={useTitleLines()} />
}

function TitleWordLines(props: {
  readonly session: Session
  readonly found: FoundWord
  readonly field: RefObject<HTMLTextAreaElement | null>
}) {
  const { found, field } = props
  function replace(by: string): void {
    const { from, to } = found
    field.current?.setSelectionRange(from, to)
    // Inserted like typed text, so that the field can undo it.
    insertText(by)
  }
  return <SpellingLines session={props.session} word={found.word} replace={replace} more={useTitleLines()} />
}
