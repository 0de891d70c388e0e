import { Folder, LayoutTemplate } from 'lucide-react'
import { FolderPalette } from '../palette/choose-palettes'
import { Palette } from '../palette/palette'
import { useApp } from '../state/context'
import { useLibrary, useOfConnection } from '../state/queries'
import { showOverlay, type Overlay } from '../state/store'
import { folderPath } from '../state/tree-rows'
import { useChooseTemplatesFolder, useTemplatesFolder } from './templates-folder'
import { useTemplates } from './use-templates'
import { takeTemplate } from './use-template'
import { shownTitle } from '../../shared/terms'

/** Lists the templates of this library; asks for the folder of templates if none is chosen. */
export function TemplatePalette({ into, choosesFolder }: Extract<Overlay, { kind: 'templates' }>) {
  const { folder, isMissing } = useTemplatesFolder()
  const isLoaded = useLibrary().data !== undefined
  const choose = useChooseTemplatesFolder()
  if (!isLoaded) return null
  if (folder !== undefined && choosesFolder !== true) return <Templates into={into} folder={folder} />
  return (
    <FolderPalette
      label="Templates folder"
      placeholder="Which folder has your templates"
      foot={
        isMissing
          ? 'The folder that had your templates was deleted. Choose another one.'
          : 'Each document in it, and in its subfolders, is a template.'
      }
      onChoose={(id) => {
        choose(id)
        showOverlay({ kind: 'templates', into })
      }}
    />
  )
}

function Templates(props: {
  readonly into: Extract<Overlay, { kind: 'templates' }>['into']
  readonly folder: { readonly id: string; readonly name: string }
}) {
  const { into, folder } = props
  const app = useApp()
  const folders = useLibrary().data?.folders ?? []
  const isOnline = useOfConnection(({ state }) => state) === 'online'
  const data = useTemplates(folder.id)
  const templates = data?.items ?? []
  const depth = folderPath(folders, folder.id).length
  const foot =
    data === undefined || data.total === templates.length
      ? data?.total === 0 &&
        `There is no document in “${folder.name}” yet. Each one that you put there is a template.`
      : `Only the first ${templates.length.toLocaleString('en')} of ${data.total.toLocaleString('en')} are listed.`
  return (
    <Palette
      label={into === null ? 'New from template' : 'Insert template'}
      placeholder="Which template"
      about={`“${folder.name}”`}
      empty="No template of that name."
      {...(typeof foot === 'string' && { foot })}
      isWaiting={data === undefined}
      choices={[
        ...templates.map(({ id, title, folderId, textElsewhere }) => ({
          id,
          name: shownTitle(title),
          icon: LayoutTemplate,
          place: folderPath(folders, folderId).slice(depth),
          disabled: textElsewhere === true && !isOnline ? 'its text is not on this device' : undefined,
          run: () => void takeTemplate(app, { id, title }, into, folder.id),
        })),
        {
          id: 'folder',
          name: 'Use another folder of templates…',
          icon: Folder,
          run: () => showOverlay({ kind: 'templates', into, choosesFolder: true }),
        },
      ]}
    />
  )
}
