import type { Settings } from '../../shared/ipc/ipc-settings'
import { STYLE_KINDS, type StyleKind } from '../../shared/ipc/settings-bounds'
import { useChangeSettings } from '../state/change-settings'
import { CheckLine, useIsShown } from './setting-line'
import styles from './settings.module.css'

const KINDS: Readonly<Record<StyleKind, readonly [label: string, note: string]>> = {
  filler: ['Fillers', 'Words that mostly can go, such as “actually”, „eigentlich“, « en fait ».'],
  repeat: ['Repeated words', 'A word twice in a row, or a rarer one again within 25 words.'],
  long: ['Long sentences', 'The first words of a sentence of more than 35.'],
  passive: ['Passive voice', 'Where nobody is said to do it.'],
  typography: ['Quotation marks, dashes and spaces', 'What the language writes otherwise, with what it has.'],
}

/** The kinds of style hints; all are off by default. */
export function StyleSettings({ styleHints }: Pick<Settings, 'styleHints'>) {
  const change = useChangeSettings()
  const isShown = useIsShown('Style hints', ...Object.values(KINDS).flat())
  if (!isShown) return null
  return (
    <section aria-label="Style hints">
      <h3 className={styles.heading}>Style hints</h3>
      {STYLE_KINDS.map((kind) => (
        <CheckLine
          key={kind}
          label={KINDS[kind][0]}
          note={KINDS[kind][1]}
          also="Style hints"
          checked={styleHints.includes(kind)}
          onChange={(isOn) =>
            change((now) => ({
              styleHints: STYLE_KINDS.filter((one) => (one === kind ? isOn : now.styleHints.includes(one))),
            }))
          }
        />
      ))}
      <p className={styles.note}>
        For English, German and French, by the language that “lang:” in the front matter names, else by the
        words of each paragraph. All of it stays in this window.
      </p>
    </section>
  )
}
