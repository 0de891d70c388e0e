import { useMemo } from 'react'
import type { FolderId } from '../../shared/terms'
import { useLibrary } from '../state/queries'
import { foldersByPath } from '../state/tree-rows'

/** One of the folders of the library on screen, or none. */
export function FolderChoice(props: {
  readonly label: string
  /** What it means that no folder is chosen. */
  readonly none: string
  readonly value: FolderId | null
  /** The chosen folder is not in the library any more. */
  readonly isMissing: boolean
  readonly onChange: (id: FolderId | null) => void
}) {
  const folders = useLibrary().data?.folders
  const choices = useMemo(() => foldersByPath(folders ?? []), [folders])
  return (
    <select
      aria-label={props.label}
      value={props.isMissing ? MISSING : (props.value ?? '')}
      onChange={({ target: { value } }) => props.onChange(value === '' ? null : value)}
    >
      <option value="">{props.none}</option>
      {props.isMissing ? <option value={MISSING}>A folder that is missing</option> : null}
      {choices.map(({ id, path }) => (
        <option key={id} value={id}>
          {path}
        </option>
      ))}
    </select>
  )
}

const MISSING = 'missing'
