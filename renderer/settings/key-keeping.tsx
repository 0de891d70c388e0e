import type { Keeping } from '../../shared/ipc/ipc-connections'
import windowStyles from '../ui/window.module.css'
import styles from './settings.module.css'

type Choice = Exclude<Keeping, 'keychain'>

const CHOICES: readonly (readonly [Choice, string, string])[] = [
  ['session', 'Until you quit Stet', 'You’ll need to enter it again next time.'],
  [
    'passphrase',
    'On this device, with a passphrase',
    'You enter the passphrase each time Stet starts. It isn’t stored.',
  ],
  ['unprotected', 'On this device, unprotected', 'Anyone who can read your files can read and use the key.'],
]

/** If the system has no keychain, asks the writer where to keep the key (requirement D5). */
export function KeyKeeping(props: {
  readonly keep: Choice
  readonly passphrase: string
  readonly onKeep: (keep: Choice) => void
  readonly onPassphrase: (passphrase: string) => void
}) {
  return (
    <fieldset className={styles.keep}>
      <legend>No system keychain found. How should the key be stored?</legend>
      {CHOICES.map(([value, label, note]) => (
        <label key={value} className={styles.check}>
          <input
            type="radio"
            name="keep"
            checked={props.keep === value}
            onChange={() => props.onKeep(value)}
          />
          <span>
            {label}
            <span className={value === 'unprotected' ? styles.warning : styles.note}>{note}</span>
          </span>
        </label>
      ))}
      {props.keep === 'passphrase' ? (
        <label className={windowStyles.field}>
          Passphrase, at least 8 characters
          <input
            type="text"
            className={styles.secret}
            autoComplete="off"
            spellCheck={false}
            value={props.passphrase}
            onChange={(event) => props.onPassphrase(event.target.value)}
          />
        </label>
      ) : null}
    </fieldset>
  )
}
