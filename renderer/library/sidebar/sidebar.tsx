import {
  ArchiveRestore,
  CircleAlert,
  Clock,
  Feather,
  FileQuestion,
  Files,
  FilePen,
  FolderPlus,
  Globe,
  PenLine,
  Plus,
  Settings,
  Tag,
  type LucideIcon,
} from 'lucide-react'
import { useRef, type CSSProperties } from 'react'
import type { DocumentFilter } from '../../../shared/ipc/ipc-records'
import { useApp } from '../../state/context'
import { unlessRefused, useRefusals } from '../../state/abilities'
import { useLibrary } from '../../state/queries'
import { showList, showOverlay, useWindow } from '../../state/store'
import { ConnectionMenu } from '../../status/connection-menu'
import { IconButton } from '../../ui/icon-button'
import { useDocumentDrop } from '../drag'
import { FolderTree } from './folder-tree'
import { SavedList } from './saved-list'
import { TagList } from './tag-list'
import { TagsDivider } from './tags-divider'
import styles from '../library.module.css'

interface List {
  readonly name: string
  readonly icon: LucideIcon
  readonly filter: DocumentFilter
  /** The count of `library.get` that it shows. */
  readonly counted?: string
  readonly explained?: string
}

const LISTS: readonly List[] = [
  { name: 'All documents', icon: Files, filter: { smart: 'all' }, counted: 'all' },
  { name: 'Recent', icon: Clock, filter: { smart: 'recent' }, explained: 'Changed in the last 14 days' },
  { name: 'Drafts', icon: PenLine, filter: { smart: 'drafts' }, counted: 'drafts' },
  { name: 'Published', icon: Globe, filter: { smart: 'published' }, counted: 'published' },
  {
    name: 'Unpublished changes',
    icon: FilePen,
    filter: { smart: 'edited-since-published' },
    counted: 'edited-since-published',
  },
  { name: 'Needs attention', icon: CircleAlert, filter: { smart: 'needs-you' }, counted: 'needs-you' },
  { name: 'Without a tag', icon: Tag, filter: { smart: 'untagged' }, counted: 'untagged' },
]
const IN_NO_FOLDER: List = {
  name: 'In no folder',
  icon: FileQuestion,
  filter: { folderId: null },
  counted: 'no-folder',
}

/** The sidebar: smart lists, folders, tags and saved searches. */
export function Sidebar() {
  const { actions } = useApp()
  const refusal = useRefusals()
  const library = useLibrary().data
  const folderId = useWindow((state) => state.filter.folderId ?? null)
  const view = useWindow((state) => state.view)
  const tagsHeight = useWindow((state) => state.tagsHeight)
  const sections = useRef<HTMLDivElement>(null)
  const tags = library?.tags ?? []
  return (
    <div className={styles.sidebar}>
      <ConnectionMenu icon={Feather} />
      <nav aria-label="Lists">
        {LISTS.map((list) => (
          <ListButton key={list.name} list={list} />
        ))}
        <InNoFolder />
        <SavedList />
      </nav>
      <div
        ref={sections}
        className={styles.sections}
        data-divided={tagsHeight !== null && tags.length > 0 ? '' : undefined}
        style={{ '--tags-height': `${tagsHeight ?? 0}px` } as CSSProperties}
      >
        <div className={styles.heading}>
          <h2>Library</h2>
          <IconButton
            icon={FolderPlus}
            label="New folder"
            refused={refusal('folders:write')}
            className={styles.headingButton}
            onClick={() => actions.newFolder(folderId)}
          />
        </div>
        <FolderTree folders={library?.folders ?? []} loaded={library !== undefined} />
        <div className={styles.heading}>
          {tags.length === 0 ? null : <TagsDivider sections={sections} tags={tags.length} />}
          <h2>Tags</h2>
          <IconButton
            icon={Plus}
            label="New tag"
            refused={refusal('tags:write')}
            className={styles.headingButton}
            onClick={() => actions.newTag()}
          />
        </div>
        <TagList tags={tags} loaded={library !== undefined} />
      </div>
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.row}
          aria-current={view === 'recovered' ? 'true' : undefined}
          onClick={() => useWindow.setState({ view: 'recovered', drawer: 'none' })}
        >
          <ArchiveRestore />
          <span className={styles.name}>Recovered texts</span>
        </button>
        <button
          type="button"
          className={styles.row}
          onClick={() => showOverlay({ kind: 'settings', page: 'appearance' })}
        >
          <Settings />
          <span className={styles.name}>Settings</span>
        </button>
      </div>
    </div>
  )
}

function ListButton({
  list,
  ...drop
}: { readonly list: List } & Partial<ReturnType<typeof useDocumentDrop>>) {
  const { name, icon: Icon, filter, counted, explained } = list
  const counts = useLibrary().data?.counts
  const isShown = useWindow(
    (state) =>
      state.view === 'documents' &&
      (filter.smart === undefined ? state.filter.folderId === null : state.filter.smart === filter.smart),
  )
  return (
    <button
      type="button"
      className={styles.row}
      title={explained ?? (name.length > 20 ? name : undefined)}
      aria-current={isShown ? 'true' : undefined}
      onClick={() => showList(filter)}
      {...drop}
    >
      <Icon />
      <span className={styles.name}>{name}</span>
      {counted === undefined ? null : (
        <span className={styles.count}>{counts?.[counted]?.toLocaleString('en')}</span>
      )}
    </button>
  )
}

/** Documents dropped here are removed from their folder. */
function InNoFolder() {
  const { actions } = useApp()
  const refused = useRefusals()('documents:write')
  const drop = useDocumentDrop((ids) =>
    unlessRefused(refused, () => void actions.moveDocuments(ids, null, 'no folder')),
  )
  return <ListButton list={IN_NO_FOLDER} {...drop} />
}
