import type { Settings } from '../../shared/ipc/ipc-settings'
import { readLines } from '../../shared/text/words/lines-read'
import { useApp } from '../state/context'
import { LinesField } from './setting-line'

/** What the publish sheet checks in addition to its fixed checks. */
export function PublishSettings({ settings }: { readonly settings: Settings }) {
  const { actions } = useApp()
  return (
    <>
      <List
        label="Front-matter fields before publishing"
        note="One a line, such as “description”. The publish sheet says which of them a text does not have."
        lines={settings.publishFields}
        most={[100, 100]}
        keep={(publishFields) => actions.did('settings.set', { publishFields })}
      />
      <List
        label="Words that must not be published"
        note="One a line, such as a name that is not public yet. A text with one of them is not published."
        lines={settings.publishWords}
        most={[1_000, 200]}
        keep={(publishWords) => actions.did('settings.set', { publishWords })}
      />
    </>
  )
}

function List(props: {
  readonly label: string
  readonly note: string
  readonly lines: readonly string[]
  /** The maximum number of lines, and the maximum length of each. */
  readonly most: readonly [count: number, length: number]
  readonly keep: (lines: string[]) => Promise<boolean>
}) {
  const { lines, most, keep, ...field } = props
  return (
    <LinesField
      {...field}
      rows={3}
      lines={lines.join('\n')}
      read={(text) => readLines(text, ...most)}
      keep={(list) => keep([...list])}
    />
  )
}
