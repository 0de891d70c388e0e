import type { DocumentGroup } from '../../../shared/ipc/document-groups'
import type { Folder } from '../../../shared/ipc/ipc-records'
import { dateFormat } from '../../ui/relative-time'
import { folderPath } from '../../state/tree-rows'

const STATUSES: Readonly<Record<string, string>> = { draft: 'Drafts', published: 'Published' }
const MONTH = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The heading of a group in the list. */
export function groupName(by: DocumentGroup, key: string, folders: readonly Folder[]): string {
  switch (by) {
    case 'folder':
      return key === '' ? 'In no folder' : folderPath(folders, key).join(' / ') || 'Lost and found'
    case 'status':
      return STATUSES[key] ?? key.charAt(0).toLocaleUpperCase() + key.slice(1)
    case 'month': {
      const month = new Date(`${key}-01T00:00:00Z`)
      return Number.isNaN(month.getTime()) ? 'Undated' : MONTH.format(month)
    }
  }
}
