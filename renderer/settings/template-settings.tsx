import { useChooseTemplatesFolder, useTemplatesFolder } from '../templates/templates-folder'
import { useLibrary } from '../state/queries'
import { useChoose, useLibraryChoices } from '../templates/library-choices'
import { useTemplates } from '../templates/use-templates'
import { FolderChoice } from './folder-choice'
import { ChoiceLine } from './setting-line'
import styles from './settings.module.css'
import { shownTitle } from '../../shared/terms'

/** The templates folder of the library on screen. */
export function TemplateSettings() {
  const { folder, isMissing } = useTemplatesFolder()
  const choose = useChooseTemplatesFolder()
  return (
    <>
      <FolderChoice
        label="Templates folder"
        note="Each document in it, and in its subfolders, is a template. {{title}}, {{date}}, {{date: D MMMM YYYY}}, {{time}}, {{cursor}} and {{ask: your question}} are filled in; what stands in code stays."
        none="None"
        value={folder?.id ?? null}
        isMissing={isMissing}
        onChange={choose}
      />
      {isMissing ? (
        <p className={styles.warning} role="alert">
          The folder that had your templates was deleted. Choose another one.
        </p>
      ) : null}
      <DaySettings />
    </>
  )
}

/** The folder of the daily documents, and the template they begin with. */
function DaySettings() {
  const { daysFolder, dayTemplate } = useLibraryChoices()
  const choose = useChoose()
  const folders = useLibrary().data?.folders
  const { folder } = useTemplatesFolder()
  const templates = useTemplates(folder?.id)?.items ?? []
  const isMissing =
    typeof daysFolder === 'string' && folders !== undefined && !folders.some(({ id }) => id === daysFolder)
  const named = templates.map(({ id, title }) => [id, shownTitle(title)] as const)
  const isGone = dayTemplate !== undefined && !named.some(([id]) => id === dayTemplate)
  return (
    <>
      <FolderChoice
        label="Folder of the days"
        note="“Today” makes or opens the document of the day here; “Capture…” writes to its end."
        none={daysFolder === undefined ? 'Asked when it is needed' : 'In no folder'}
        value={daysFolder ?? null}
        isMissing={isMissing}
        onChange={(id) => choose((now) => ({ ...now, daysFolder: id }))}
      />
      <ChoiceLine
        label="Template of the day"
        note="What the document of the day begins as."
        value={dayTemplate ?? ''}
        options={[
          ['', 'None'],
          ...(isGone ? [[dayTemplate, 'A document outside of the templates folder'] as const] : []),
          ...named,
        ]}
        onChange={(id) =>
          choose(({ dayTemplate: _before, ...others }) => ({
            ...others,
            ...(id !== '' && { dayTemplate: id }),
          }))
        }
      />
    </>
  )
}
