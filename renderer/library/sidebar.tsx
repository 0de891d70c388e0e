import {
  ArchiveRestore,
  CircleAlert,
  Clock,
  Feather,
  FilePen,
  FolderPlus,
  Globe,
  PenLine,
  Plus,
  Settings,
  Tag,
  type LucideIcon,
} from 'lucide-react'
import type { DocumentFilter } from '../../shared/ipc-records'
import { useApp } from '../context'
import { useRefusals } from '../abilities'
import { useLibrary } from '../queries'
import { showList, showOverlay, useWindow } from '../store'
import { ConnectionMenu } from '../status/connection-menu'
import { IconButton } from '../window/icon-button'
import { FolderTree } from './folder-tree'
import { SavedList } from './saved-list'
import { TagList } from './tag-list'
import styles from './library.module.css'

const LISTS: readonly {
  readonly name: string
  readonly icon: LucideIcon
  readonly smart: NonNullable<DocumentFilter['smart']>
  readonly counted: boolean
}[] = [
  { name: 'Recent', icon: Clock, smart: 'recent', counted: false },
  { name: 'Drafts', icon: PenLine, smart: 'drafts', counted: true },
  { name: 'Published', icon: Globe, smart: 'published', counted: true },
  { name: 'Edited since published', icon: FilePen, smart: 'edited-since-published', counted: true },
  { name: 'Needs you', icon: CircleAlert, smart: 'needs-you', counted: true },
  { name: 'Without a tag', icon: Tag, smart: 'untagged', counted: true },
]

/** Where the writer finds things: lists, folders, tags, and what was kept. */
export function Sidebar() {
  const { actions } = useApp()
  const refusal = useRefusals()
  const library = useLibrary().data
  const filter = useWindow((state) => state.filter)
  const place = useWindow((state) => state.place)
  return (
    <div className={styles.sidebar}>
      <ConnectionMenu icon={Feather} />
      <nav aria-label="Lists">
        {LISTS.map(({ name, icon: Icon, smart, counted }) => (
          <button
            key={smart}
            type="button"
            className={styles.row}
            aria-current={place === 'documents' && filter.smart === smart ? 'true' : undefined}
            onClick={() => showList({ smart })}
          >
            <Icon size={16} strokeWidth={1.6} aria-hidden />
            <span className={styles.name}>{name}</span>
            {counted ? <span className={styles.count}>{library?.counts[smart] ?? ''}</span> : null}
          </button>
        ))}
        <SavedList />
      </nav>
      <div className={styles.sections}>
        <div className={styles.heading}>
          <h2>Library</h2>
          <IconButton
            icon={FolderPlus}
            label="New folder"
            refused={refusal('folders:write')}
            className={styles.headingButton}
            onClick={() => void actions.newFolder(filter.folderId ?? null)}
          />
        </div>
        <FolderTree folders={library?.folders ?? []} loaded={library !== undefined} />
        <div className={styles.heading}>
          <h2>Tags</h2>
          <IconButton
            icon={Plus}
            label="New tag"
            refused={refusal('tags:write')}
            className={styles.headingButton}
            onClick={() => void actions.newTag()}
          />
        </div>
        <TagList tags={library?.tags ?? []} loaded={library !== undefined} />
      </div>
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.row}
          aria-current={place === 'recovered' ? 'true' : undefined}
          onClick={() => useWindow.setState({ place: 'recovered', drawer: 'none' })}
        >
          <ArchiveRestore size={16} strokeWidth={1.6} aria-hidden />
          <span className={styles.name}>Recovered texts</span>
        </button>
        <button
          type="button"
          className={styles.row}
          onClick={() => showOverlay({ kind: 'settings', page: 'appearance' })}
        >
          <Settings size={16} strokeWidth={1.6} aria-hidden />
          <span className={styles.name}>Settings</span>
        </button>
      </div>
    </div>
  )
}
