import type { ReactNode, RefObject } from 'react'
import { PALETTE_COMMANDS, useShortcuts } from '../commands/command-list'
import { CommandMenu, MenuLines, type MenuLine } from '../commands/command-menu'
import { decoded } from '../../shared/text/decoded'
import { copyText } from '../state/actions/copy-text'
import { DOCUMENT_LINK, NOWHERE_LINK, titleIn } from './page-blocks'

/** The context menu of the page: for the link at the pointer, for the selection, and for the page itself. */
export function ReadingMenu(props: {
  readonly frame: RefObject<HTMLIFrameElement | null>
  /** The address of the link for which the menu was opened. */
  readonly link: string | undefined
  readonly children: ReactNode
  readonly onFollow: (address: string) => void
  readonly onFind: () => void
  readonly onLeave: () => void
}) {
  const { frame, link } = props
  return (
    <CommandMenu
      label={link === undefined ? 'Reading view' : 'Link'}
      lines={<Lines {...props} />}
      onDone={() => frame.current?.focus()}
    >
      {props.children}
    </CommandMenu>
  )
}

function Lines({ frame, link, onFollow, onFind, onLeave }: Parameters<typeof ReadingMenu>[0]) {
  const shortcut = useShortcuts()
  const selected = frame.current?.contentWindow?.getSelection()?.toString() ?? ''
  const ofLink: readonly MenuLine[] =
    link === undefined
      ? []
      : [
          { name: PALETTE_COMMANDS['follow-link'].name, run: () => onFollow(link) },
          { name: 'Copy link', run: () => void copyText(written(link)) },
        ]
  const ofPage: readonly MenuLine[] = [
    {
      name: PALETTE_COMMANDS.copy.name,
      keys: 'Mod+C',
      disabled: selected === '' ? 'nothing is selected' : undefined,
      run: () => void copyText(selected),
    },
    { name: PALETTE_COMMANDS.find.name, keys: shortcut('find'), run: onFind },
    { name: 'Back to writing', keys: 'Escape', run: onLeave },
  ]
  return <MenuLines groups={[ofLink, ofPage].filter((lines) => lines.length > 0)} />
}

/** A link as written in the source of a text. */
function written(address: string): string {
  if (address.startsWith(NOWHERE_LINK)) return decoded(address.slice(NOWHERE_LINK.length))
  if (!address.startsWith(DOCUMENT_LINK)) return address
  const { title, heading } = titleIn(address)
  return `[[${title}${heading === undefined ? '' : `#${heading}`}]]`
}
