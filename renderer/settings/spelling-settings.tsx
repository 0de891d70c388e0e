import type { Settings } from '../../shared/ipc/ipc-settings'
import type { DictionaryRecord, SpellingState } from '../../shared/ipc/ipc-spelling'
import { LANGUAGES_MAX, WORD_LENGTH_MAX } from '../../shared/ipc/settings-bounds'
import { askedAs } from '../editor/spelling/find-words'
import { readLines } from '../../shared/text/words/lines-read'
import { useChangeSettings } from '../state/change-settings'
import { useApp } from '../state/context'
import { useSettings, useSpelling } from '../state/queries'
import { Button } from '../ui/button'
import { CheckLine, LinesField, useIsShown, Switch } from './setting-line'
import { StyleSettings } from './style-settings'
import styles from './settings.module.css'

/** The languages of the spelling check, their dictionaries, and the writer's own words. */
export function SpellingSettings() {
  const change = useChangeSettings()
  const settings = useSettings().data
  const state = useSpelling().data
  if (settings === undefined || state === undefined) return null
  return (
    <>
      <Switch
        of="spelling"
        label="Check spelling"
        note="Words are looked up on this device, in all languages that you choose below."
      />
      <Languages state={state} settings={settings} change={change} />
      <PersonalDictionary words={state.words} />
      <StyleSettings styleHints={settings.styleHints} />
    </>
  )
}

const SOURCES: Readonly<Record<DictionaryRecord['source'], string>> = {
  bundled: 'Comes with Stet',
  system: 'Found on this computer',
  own: 'Added by you',
}

function Languages(props: {
  readonly state: SpellingState
  readonly settings: Settings
  readonly change: ReturnType<typeof useChangeSettings>
}) {
  const { actions } = useApp()
  const { dictionaries } = props.state
  const chosen = props.settings.spellingLanguages
  const languages = languagesIn(props.settings, props.state)
  const isFull = languages.length >= LANGUAGES_MAX
  const choose = (id: string, isChosen: boolean) =>
    props.change((now) => {
      const others = languagesIn(now, props.state).filter((one) => one !== id)
      return { spellingLanguages: isChosen ? [...others, id].slice(0, LANGUAGES_MAX) : others }
    })
  const isShown = useIsShown('Languages dictionary', ...dictionaries.map(({ id }) => languageName(id)))
  if (!isShown) return null
  return (
    <section data-setting aria-label="Spelling languages">
      <h3 className={styles.heading}>Languages</h3>
      <ul className={styles.dictionaries}>
        {dictionaries.map(({ id, source, isBroken }) => (
          <li key={id}>
            <CheckLine
              label={languageName(id)}
              note={SOURCES[source]}
              checked={languages.includes(id)}
              disabled={
                isBroken
                  ? 'its files cannot be read as a dictionary'
                  : isFull && !languages.includes(id)
                    ? `${LANGUAGES_MAX} languages are chosen`
                    : undefined
              }
              onChange={(isChosen) => choose(id, isChosen)}
            />
            {source === 'own' ? (
              <Button
                aria-label={`Remove ${languageName(id)}`}
                onClick={() => void actions.run('spelling.remove-dictionary', { id })}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <div className={styles.rowButtons}>
        <Button
          onClick={() =>
            void actions
              .run('spelling.add-dictionary', undefined)
              .then((added) => added && !isFull && choose(added.id, true))
          }
        >
          Add a dictionary…
        </Button>
        {chosen === null ? null : (
          <Button onClick={() => props.change(() => ({ spellingLanguages: null }))}>Match system</Button>
        )}
      </div>
      <p className={styles.note}>
        {chosen === null
          ? 'Chosen now: the languages of your system, or English where none of them has a dictionary here. '
          : ''}
        Stet uses Hunspell dictionaries: those of your system and of LibreOffice, and .dic files that you add.
        None is downloaded.
      </p>
    </section>
  )
}

/** The languages in use according to the settings, whether or not the main process has confirmed them yet. */
const languagesIn = ({ spellingLanguages }: Settings, { dictionaries, languages }: SpellingState) =>
  spellingLanguages?.filter((id) => dictionaries.some((one) => one.id === id && !one.isBroken)) ?? languages

/** The name of a language: “German (Germany)”; the file name if it denotes no language. */
function languageName(id: string): string {
  try {
    const name = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' }).of(id)
    return name ?? id
  } catch {
    return id
  }
}

const notOneWord = (line: string): string | undefined =>
  /\s/.test(line) ? 'is more than one word' : undefined

/** The words that the writer has added, one a line. */
function PersonalDictionary({ words }: { readonly words: readonly string[] }) {
  const { actions } = useApp()
  async function keep(lines: readonly string[]): Promise<boolean> {
    const next = lines.map(askedAs)
    const add = next.filter((word) => !words.includes(word))
    const remove = words.filter((word) => !next.includes(word))
    if (add.length + remove.length === 0) return true
    return actions.did('spelling.change-words', { add, remove })
  }
  return (
    <LinesField
      label="Your dictionary"
      note="These words are right in every document. They are kept on this device."
      rows={6}
      lines={words.join('\n')}
      placeholder="One word a line"
      read={(text) => readLines(text, Infinity, WORD_LENGTH_MAX, notOneWord)}
      keep={keep}
    />
  )
}
