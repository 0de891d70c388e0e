import { useState, type FormEvent } from 'react'
import type { TestReport } from '../../shared/ipc-records'
import type { Problem } from '../../shared/problem'
import { useApp } from '../context'
import { useActiveConnection } from '../queries'
import { showOverlay, showToast } from '../store'
import window from '../window/window.module.css'
import styles from './settings.module.css'

type Keep = 'keychain' | 'session' | 'unprotected'

/** Which service the library is on: its address, its key, and what the key may do. The key goes to main and nowhere else. */
export function ConnectionSettings() {
  const { client } = useApp()
  const connection = useActiveConnection()
  const [address, setAddress] = useState('')
  const [key, setKey] = useState('')
  const [report, setReport] = useState<TestReport>()
  const [problem, setProblem] = useState<Problem>()
  const [keep, setKeep] = useState<Keep>('keychain')
  const [busy, setBusy] = useState<'test' | 'connect'>()

  async function test(): Promise<void> {
    setBusy('test')
    setReport(undefined)
    setProblem(undefined)
    const result = await client.call('connection.test', { address, key })
    setBusy(undefined)
    if (result.ok) setReport(result.value)
    else setProblem(result.problem)
  }

  async function connect(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy('connect')
    setProblem(undefined)
    const result = await client.call('connection.connect', { address, key, keep })
    setBusy(undefined)
    if (!result.ok) return setProblem(result.problem)
    setKey('')
    showOverlay(null)
    showToast(`Connected to “${result.value.name}”`)
  }

  const lines = report?.lines ?? (problem === undefined ? [] : [problem.message])
  return (
    <form className={styles.form} onSubmit={(event) => void connect(event)}>
      <p className={styles.intro}>
        {connection === undefined
          ? ''
          : connection.kind === 'embedded'
            ? 'This library lives on your machine. Connect to a service to write there; this library stays as it is.'
            : `This library is on “${connection.name}”, ${connection.address}.`}
      </p>
      {connection !== undefined && connection.habits.length > 0 ? (
        <ul className={styles.habits}>
          {connection.habits.map((habit) => (
            <li key={habit}>{habit}</li>
          ))}
        </ul>
      ) : null}
      <label className={styles.field}>
        Service address
        <input
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={address}
          onChange={(event) => {
            setAddress(event.target.value)
            // A key belongs to one address (requirement D5).
            setKey('')
            setReport(undefined)
          }}
        />
      </label>
      <label className={styles.field}>
        API key
        <input
          type="text"
          className={styles.secret}
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={(event) => setKey(event.target.value.trim())}
        />
      </label>
      {problem?.code === 'no-keychain' || keep !== 'keychain' ? (
        <fieldset className={styles.keep}>
          <legend>This machine has no keychain. Where should the key be kept?</legend>
          {(
            [
              ['session', 'Until Stet is closed'],
              ['unprotected', 'On disk, unprotected'],
            ] as const
          ).map(([value, label]) => (
            <label key={value} className={styles.check}>
              <input type="radio" name="keep" checked={keep === value} onChange={() => setKeep(value)} />
              {label}
            </label>
          ))}
        </fieldset>
      ) : null}
      <div
        role="status"
        aria-label="Test result"
        className={styles.result}
        data-bad={report?.ok === true ? undefined : ''}
      >
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className={styles.buttons}>
        <button
          type="button"
          className={window.button}
          disabled={address === '' || key === '' || busy !== undefined}
          onClick={() => void test()}
        >
          Test
        </button>
        <button
          type="submit"
          className={window.primaryButton}
          disabled={address === '' || key === '' || busy !== undefined}
        >
          Connect
        </button>
      </div>
    </form>
  )
}
