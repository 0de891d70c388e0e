import { useState, type MouseEvent, type ReactElement, type RefObject } from 'react'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import { useFieldRefusals, useRefusals } from '../../state/abilities'
import { useApp } from '../../state/context'
import { PALETTE_COMMANDS, useShortcuts, type CommandId } from '../../commands/command-list'
import {
  goToDocument,
  keepTab,
  renameDocument,
  showOverlay,
  showTab,
  showToTheSide,
  useWindow,
} from '../../state/store'
import { CommandMenu, MenuLines, type MenuLine } from '../../commands/command-menu'
import { indexAt, rowOf } from './use-row-press'
import { shownTitle } from '../../../shared/terms'

/**
 * The context menu of the document rows inside. It applies to the row under the pointer, or to all selected documents
 * if that row is one of them. The row is selected but not opened.
 */
export function DocumentMenu(props: {
  readonly rows: RefObject<HTMLElement | null>
  itemAt(index: number): DocumentSummary | undefined
  readonly children: ReactElement
}) {
  const [of, setOf] = useState<DocumentSummary>()

  function onContextMenu(event: MouseEvent): void {
    const index = indexAt(event)
    const item = index === undefined ? undefined : props.itemAt(index)
    if (item === undefined) return event.preventDefault()
    setOf(item)
    if (!useWindow.getState().selected.includes(item.id)) useWindow.setState({ selected: [item.id] })
    rowOf(event)?.focus()
  }

  return (
    <CommandMenu
      label="Document"
      lines={of === undefined ? null : <DocumentLines item={of} />}
      onDone={() => props.rows.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()}
    >
      <div style={{ display: 'contents' }} onContextMenu={onContextMenu}>
        {props.children}
      </div>
    </CommandMenu>
  )
}

function DocumentLines({ item }: { readonly item: DocumentSummary }) {
  const { actions } = useApp()
  const shortcut = useShortcuts()
  const write = useRefusals()('documents:write')
  const field = useFieldRefusals()
  const selected = useWindow((state) => state.selected)
  const { id } = item
  const ids = selected.includes(id) ? selected : [id]
  const many = ids.length > 1 ? 'more than one document is chosen' : undefined
  const line = (
    command: CommandId,
    disabled: string | undefined,
    run: () => void,
    keys?: string,
  ): MenuLine => ({
    name: PALETTE_COMMANDS[command].name,
    keys: shortcut(command) ?? keys,
    disabled,
    run,
  })
  const groups: readonly (readonly MenuLine[])[] = [
    [
      {
        name: 'Open',
        keys: 'Enter',
        disabled: many,
        run() {
          goToDocument(id)
          keepTab(id)
        },
      },
      { name: 'Open to the side', keys: 'Mod+Enter', disabled: many, run: () => showToTheSide(id) },
    ],
    [
      line('rename', many ?? field('title'), () => renameDocument(id), 'F2'),
      line('duplicate', many ?? write, () => void actions.duplicate(id)),
      line('copy-link', many, () => void actions.copyLink(id)),
    ],
    [
      line('move', field('folderId'), () => showOverlay({ kind: 'move', ids })),
      line('add-tag', field('tagIds'), () => showOverlay({ kind: 'add-tag', ids })),
      line('publish', many ?? field('status'), () => {
        showTab(id)
        showOverlay({ kind: 'publish', id })
      }),
      { name: 'Export…', run: () => showOverlay({ kind: 'export' }) },
    ],
    [
      {
        name: 'Delete',
        keys: 'Delete',
        disabled: write,
        run: () => void actions.deleteDocuments(ids, shownTitle(item.title)),
      },
    ],
  ]
  return <MenuLines groups={groups} />
}
