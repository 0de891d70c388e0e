import type { Keeping } from '../../shared/ipc-connections'
import styles from './settings.module.css'

type Choice = Exclude<Keeping, 'keychain'>

const CHOICES: readonly (readonly [Choice, string, string])[] = [
  ['session', 'For this session only', 'It is asked for again when Stet starts the next time.'],
  [
    'passphrase',
    'On this device, under a passphrase',
    'The passphrase is asked for at each start, and kept nowhere.',
  ],
  [
    'unprotected',
    'On this device, unprotected',
    'Whoever can read your files can read the key, and use it from elsewhere.',
  ],
]

/** Where the system keeps no secrets the writer says where the key stays (requirement D5). */
export function KeyKeeping(props: {
  readonly keep: Choice
  readonly passphrase: string
  readonly onKeep: (keep: Choice) => void
  readonly onPassphrase: (passphrase: string) => void
}) {
  return (
    <fieldset className={styles.keep}>
      <legend>This system offers no keychain. Where should the key be kept?</legend>
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
        <label className={styles.field}>
          Passphrase, at least 8 letters
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
