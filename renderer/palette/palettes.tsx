import { useQuery } from '@tanstack/react-query'
import {
  Bold,
  Bookmark,
  Columns2,
  FileText,
  FilePlus2,
  Folder,
  FolderInput,
  FolderPlus,
  HardDriveDownload,
  Globe,
  GlobeLock,
  Hash,
  History,
  Inbox,
  Italic,
  Link2,
  ListTree,
  Paperclip,
  PanelLeft,
  Plus,
  Save,
  ScrollText,
  Search,
  Send,
  Settings,
  SunMoon,
  Trash2,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { LOST_AND_FOUND, SAVE_STATUS } from '../../shared/terms'
import { useApp } from '../context'
import { folderPath, mayMoveInto } from '../library/tree-rows'
import { useLibrary } from '../queries'
import { openSaved, useSavedSearches } from '../search/saved-search'
import { showBeside, showOverlay, showTab, useWindow, type Overlay } from '../store'
import { Dialog } from '../window/dialog'
import { COMMAND_IDS, COMMANDS, useShortcuts, type CommandId } from './command-list'
import { Palette, type Choice } from './palette'
import { ranked } from './score'
import { shortcutKeys, shortcutText } from './shortcuts'
import type { CommandState } from './use-commands'
import window from '../window/window.module.css'
import styles from './palette.module.css'

const close = () => showOverlay(null)

const ICONS: Partial<Readonly<Record<CommandId, LucideIcon>>> = {
  'new-document': FilePlus2,
  'new-folder': FolderPlus,
  'new-tag': Hash,
  'keep-offline': HardDriveDownload,
  'go-to': FileText,
  split: Columns2,
  'open-beside': Columns2,
  save: Save,
  find: Search,
  search: Search,
  'save-search': Bookmark,
  history: History,
  outbox: Send,
  'sync-log': ScrollText,
  outline: ListTree,
  links: Link2,
  related: Waypoints,
  files: Paperclip,
  attach: Paperclip,
  recovered: Inbox,
  move: FolderInput,
  'add-tag': Hash,
  delete: Trash2,
  publish: Globe,
  unpublish: GlobeLock,
  bold: Bold,
  italic: Italic,
  link: Link2,
  sidebar: PanelLeft,
  'theme-system': SunMoon,
  'theme-light': SunMoon,
  'theme-dark': SunMoon,
  'theme-sepia': SunMoon,
  settings: Settings,
}

type Commands = Readonly<Record<CommandId, CommandState>>

/** Everything that can be done, and what cannot and why. */
export function CommandPalette({ commands }: { readonly commands: Commands }) {
  const shortcut = useShortcuts()
  const saved = useSavedSearches()
  return (
    <Palette
      label="Commands"
      placeholder="Type a command"
      empty="No command of that name."
      onClose={close}
      choices={[
        ...COMMAND_IDS.filter((id) => id !== 'commands').map((id) => ({
          id,
          name: COMMANDS[id].name,
          icon: ICONS[id] ?? FileText,
          keys: shortcut(id),
          disabled: commands[id].disabled,
          run: commands[id].run,
        })),
        ...saved.map((search) => ({
          id: `saved ${search.id}`,
          name: `Search “${search.name}”`,
          icon: Bookmark,
          run: () => openSaved(search),
        })),
      ]}
    />
  )
}

/** So many titles stand before the saved searches of that name. */
const TITLES_FIRST = 5
const SAVED_MOST = 3

/**
 * The quick switcher: titles, recent first; where a name is typed, the saved searches that it fits too. `beside`: what is
 * chosen comes to the other side.
 */
export function GoToPalette({ beside }: { readonly beside: boolean }) {
  const { client } = useApp()
  const library = useLibrary().data
  const [query, setQuery] = useState('')
  const { data } = useQuery({
    queryKey: ['found-titles', query],
    queryFn: () => client.ask('documents.find', { query, limit: 50 }),
    placeholderData: (previous) => previous,
  })
  const saved = useSavedSearches()
  const titles = (data ?? []).map(({ id, title, folderId, phase }): Choice => ({
    id,
    name: title === '' ? 'Untitled' : title,
    icon: FileText,
    hint: phase === 'clean' ? folderPath(library?.folders ?? [], folderId).join(' / ') : SAVE_STATUS[phase],
    run: (aside) => {
      if (beside || aside) return showBeside(id)
      showTab(id, true)
      useWindow.setState({ focusOn: { id, part: 'text' } })
    },
  }))
  const searches =
    beside || query.trim() === '' ? [] : ranked(saved, ({ name }) => name, query).slice(0, SAVED_MOST)
  return (
    <Palette
      label={beside ? 'Open to the side' : 'Go to document'}
      {...(!beside && { foot: `${shortcutText('Mod+Enter')} opens it to the side` })}
      placeholder="Part of a title"
      empty="No title matches."
      onClose={close}
      onQuery={setQuery}
      choices={[
        ...titles.slice(0, TITLES_FIRST),
        ...searches.map((search) => ({
          id: `saved ${search.id}`,
          name: search.name,
          icon: Bookmark,
          hint: 'Saved search',
          run: () => openSaved(search),
        })),
        ...titles.slice(TITLES_FIRST),
      ]}
    />
  )
}

export function MovePalette({ ids }: Extract<Overlay, { kind: 'move' }>) {
  const { actions } = useApp()
  const folders = useLibrary().data?.folders ?? []
  const choices = folders
    .filter(({ id }) => id !== LOST_AND_FOUND)
    .map(({ id, name }) => ({ id, name, path: folderPath(folders, id).join(' / ') }))
    .sort((a, b) => a.path.localeCompare(b.path))
  return (
    <Palette
      label="Move to"
      placeholder={ids.length === 1 ? 'Move to which folder' : `Move ${ids.length} documents to which folder`}
      empty="No folder of that name."
      onClose={close}
      choices={[
        ...choices.map(({ id, name, path }) => ({
          id,
          name: path,
          icon: Folder,
          run: () => void actions.moveDocuments(ids, id, `“${name}”`),
        })),
        {
          id: 'none',
          name: 'In no folder',
          icon: Inbox,
          run: () => void actions.moveDocuments(ids, null, 'no folder'),
        },
      ]}
    />
  )
}

/** Into which other folder, or to the top. */
export function MoveFolderPalette({ id }: Extract<Overlay, { kind: 'move-folder' }>) {
  const { actions } = useApp()
  const folders = useLibrary().data?.folders ?? []
  const moving = folders.find((folder) => folder.id === id)
  const move = (parentId: string | null) => void actions.run('folder.move', { id, parentId })
  return (
    <Palette
      label="Move folder to"
      placeholder={`Move “${moving?.name ?? ''}” into which folder`}
      empty="No folder of that name."
      onClose={close}
      choices={[
        ...folders
          .filter((folder) => folder.id !== LOST_AND_FOUND && mayMoveInto(folders, id, folder.id))
          .map((folder) => ({ id: folder.id, path: folderPath(folders, folder.id).join(' / ') }))
          .sort((a, b) => a.path.localeCompare(b.path))
          .map((folder) => ({
            id: folder.id,
            name: folder.path,
            icon: Folder,
            run: () => move(folder.id),
          })),
        { id: 'top', name: 'To the top', icon: Inbox, run: () => move(null) },
      ]}
    />
  )
}

/** Which tag takes over the documents of this one. */
export function MergeTagPalette({ id }: Extract<Overlay, { kind: 'merge-tag' }>) {
  const { actions } = useApp()
  const tags = useLibrary().data?.tags ?? []
  const from = tags.find((tag) => tag.id === id)
  if (from === undefined) return null
  return (
    <Palette
      label="Merge tag into"
      placeholder={`Merge “${from.name}” into which tag`}
      empty="No tag of that name."
      onClose={close}
      choices={tags
        .filter((tag) => tag.id !== id)
        .map((tag) => ({
          id: tag.id,
          name: tag.name,
          icon: Hash,
          run: () => void actions.mergeTags(from, tag),
        }))}
    />
  )
}

export function AddTagPalette({ ids }: Extract<Overlay, { kind: 'add-tag' }>) {
  const { actions } = useApp()
  const tags = useLibrary().data?.tags ?? []
  return (
    <Palette
      label="Add tag"
      placeholder="Which tag"
      empty="No tag of that name."
      onClose={close}
      choices={tags.map(({ id, name }) => ({
        id,
        name,
        icon: Hash,
        run: () => void actions.addTag(ids, id),
      }))}
      create={(typed) =>
        typed === '' || tags.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
          ? undefined
          : {
              id: 'create',
              name: `New tag “${typed}”`,
              icon: Plus,
              run: () =>
                void actions.run('tag.create', { name: typed }).then((made) => {
                  if (made !== undefined) void actions.addTag(ids, made.id)
                }),
            }
      }
    />
  )
}

/** Every command that has keys. */
export function ShortcutSheet() {
  const shortcut = useShortcuts()
  return (
    <Dialog label="Keyboard shortcuts" heading size="large" onClose={close}>
      <dl className={styles.sheet} tabIndex={0} aria-label="Commands and their keys">
        {COMMAND_IDS.map((id) => {
          const keys = shortcut(id)
          return keys === undefined ? null : (
            <div key={id}>
              <dt>{COMMANDS[id].name}</dt>
              <dd>
                {shortcutKeys(keys).map((key) => (
                  <kbd key={key} className={window.kbd}>
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </Dialog>
  )
}
