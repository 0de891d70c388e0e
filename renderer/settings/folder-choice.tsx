import { useMemo } from 'react'
import type { FolderId } from '../../shared/terms'
import { useLibrary } from '../state/queries'
import { foldersByPath, shortPaths } from '../state/tree-rows'
import { ChoiceLine } from './setting-line'

/** A choice of one folder of the library on screen, or none. */
export function FolderChoice(props: {
  readonly label: string
  readonly note: string
  /** The option for no folder. */
  readonly none: string
  readonly value: FolderId | null
  /** Whether the chosen folder no longer exists. */
  readonly isMissing: boolean
  readonly onChange: (id: FolderId | null) => void
}) {
  const folders = useLibrary().data?.folders
  const choices = useMemo(() => {
    // The field would cut the end of a long path, which is the part that distinguishes folders.
    const short = shortPaths(folders ?? [])
    return foldersByPath(folders ?? []).map(({ id, path }) => [id, short.get(id) ?? path] as const)
  }, [folders])
  return (
    <ChoiceLine
      label={props.label}
      note={props.note}
      value={props.isMissing ? MISSING : (props.value ?? '')}
      options={[
        ['', props.none],
        ...(props.isMissing ? [[MISSING, 'A folder that is missing'] as const] : []),
        ...choices,
      ]}
      onChange={(id) => props.onChange(id === '' ? null : id)}
    />
  )
}

const MISSING = 'missing'
