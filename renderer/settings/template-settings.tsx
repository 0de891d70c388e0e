import { useChooseTemplatesFolder, useTemplatesFolder } from '../templates/templates-folder'
import { FolderChoice } from './folder-choice'
import { Line } from './setting-line'
import styles from './settings.module.css'

/** Where the templates of the library on screen are. */
export function TemplateSettings() {
  const { folder, isMissing } = useTemplatesFolder()
  const choose = useChooseTemplatesFolder()
  return (
    <>
      <Line
        label="Templates folder"
        note="Each document in it, and in its subfolders, is a template. {{title}}, {{date}}, {{date: D MMMM YYYY}}, {{time}}, {{cursor}} and {{ask: your question}} are filled in; what stands in code stays."
      >
        <FolderChoice
          label="Templates folder"
          none="None"
          value={folder?.id ?? null}
          isMissing={isMissing}
          onChange={choose}
        />
      </Line>
      {isMissing ? (
        <p className={styles.warning} role="alert">
          The folder that had your templates was deleted. Choose another one.
        </p>
      ) : null}
    </>
  )
}
