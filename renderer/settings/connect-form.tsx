import { trimEndOf } from '../../shared/text/trim'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Keeping, KeyForm } from '../../shared/ipc/ipc-connections'
import type { TestReport } from '../../shared/ipc/ipc-sync'
import type { Problem } from '../../shared/problem'
import { useApp } from '../state/context'
import { useConnections } from '../state/queries'
import { showToast, useWindow } from '../state/store'
import window from '../ui/window.module.css'
import { AbilityTable } from './ability-table'
import { KeyKeeping } from './key-keeping'
import { UnsentTexts } from './unsent-texts'
import styles from './settings.module.css'

/** After these the key has not left this device. */
const UNSENT: ReadonlySet<Problem['code']> = new Set(['unreachable', 'invalid-input', 'no-keychain'])

const FORMS: readonly (readonly [KeyForm | '', string])[] = [
  ['', 'Automatic'],
  ['bearer', 'Authorization: Bearer'],
  ['header', 'X-API-Key'],
]

/** Address and key of a service, what *Test* finds, and *Connect*. The key goes to main and nowhere else. */
export function ConnectForm(props: {
  readonly initialAddress: string
  /** Which field takes the focus when it comes. */
  readonly focus: 'address' | 'key' | undefined
}) {
  const { client } = useApp()
  const connections = useConnections().data
  const keyField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (props.focus === 'key') keyField.current?.focus()
  }, [props.focus])
  const [address, setAddress] = useState(props.initialAddress)
  const [key, setKey] = useState('')
  const [form, setForm] = useState<KeyForm>()
  const [report, setReport] = useState<TestReport>()
  const [problem, setProblem] = useState<Problem>()
  const [chosen, setChosen] = useState<Keeping>()
  const [passphrase, setPassphrase] = useState('')
  const [busy, setBusy] = useState<'test' | 'connect'>()
  /** The address that the key in the field has gone to. */
  const [sentTo, setSentTo] = useState<string>()
  const testing = useRef<object>(undefined)
  useEffect(
    () => () => {
      if (testing.current !== undefined) void client.call('connection.cancel-test', undefined)
    },
    [client],
  )
  const keep = chosen ?? (connections?.keychain === false ? 'session' : 'keychain')
  const isReady = address !== '' && key !== '' && busy === undefined
  const given = { address, key, ...(form !== undefined && { form }) }
  const known = connections?.connections.find(
    (one) => one.kind === 'service' && bare(one.address) === bare(address),
  )

  async function test(): Promise<void> {
    const mine = {}
    testing.current = mine
    setBusy('test')
    setReport(undefined)
    setProblem(undefined)
    const result = await client.call('connection.test', given)
    const trouble = result.ok ? result.value.problem : result.problem
    if (trouble === undefined || !UNSENT.has(trouble.code)) setSentTo(address)
    if (testing.current !== mine) return
    testing.current = undefined
    setBusy(undefined)
    if (result.ok) setReport(result.value)
    else setProblem(result.problem)
  }

  function endTest(): void {
    testing.current = undefined
    void client.call('connection.cancel-test', undefined)
    setBusy(undefined)
    setSentTo(address)
  }

  function changeAddress(next: string): void {
    setAddress(next)
    // A key belongs to one address (requirement D5): what one service was given is not offered to another.
    if (sentTo !== undefined && bare(sentTo) !== bare(next)) {
      setKey('')
      setSentTo(undefined)
    }
    setReport(undefined)
    setProblem(undefined)
  }

  async function connect(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy('connect')
    setProblem(undefined)
    const result = await client.call('connection.connect', {
      ...given,
      keep,
      ...(keep === 'passphrase' && { passphrase }),
    })
    setBusy(undefined)
    if (!result.ok) {
      setReport(undefined)
      if (!UNSENT.has(result.problem.code)) setSentTo(address)
      return setProblem(result.problem)
    }
    setKey('')
    setPassphrase('')
    useWindow.setState({ overlay: null, focusLibraryAfterConnect: result.value.id })
    showToast(`Connected to “${result.value.name}”`)
  }

  const lines = report?.lines ?? (problem === undefined ? [] : [problem.message])
  return (
    <form className={styles.form} onSubmit={(event) => void connect(event)}>
      <label className={styles.field}>
        Service address
        <input
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          data-autofocus={props.focus === 'address' ? '' : undefined}
          value={address}
          onChange={(event) => changeAddress(event.target.value)}
          disabled={busy === 'test'}
        />
      </label>
      <div className={styles.pair}>
        <label className={styles.field}>
          API key
          <input
            type="text"
            ref={keyField}
            className={styles.secret}
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => setKey(event.target.value.trim())}
          />
        </label>
        <label className={styles.field}>
          How the key is sent
          <select
            className={styles.select}
            value={form ?? ''}
            onChange={(event) =>
              setForm(FORMS.find(([value]) => value === event.target.value)?.[0] || undefined)
            }
          >
            {FORMS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {connections?.keychain === false || problem?.code === 'no-keychain' ? (
        <KeyKeeping
          keep={keep === 'keychain' ? 'session' : keep}
          passphrase={passphrase}
          onKeep={setChosen}
          onPassphrase={setPassphrase}
        />
      ) : null}
      <div
        role="status"
        aria-label="Test result"
        className={styles.result}
        data-bad={report?.ok === true ? undefined : ''}
      >
        {busy === 'test' ? <Asking /> : null}
        {lines.map((line, index) => (
          <p key={line} data-first={index === 0 ? '' : undefined}>
            {line}
          </p>
        ))}
        {report?.ok === true ? <AbilityTable abilities={report.abilities} /> : null}
      </div>
      {known === undefined ? null : (
        <UnsentTexts id={known.id} intro="Not on the service yet. It stays on this device." />
      )}
      <div className={styles.buttons}>
        {busy === 'test' ? (
          <button key="test" type="button" className={window.button} onClick={endTest}>
            Cancel test
          </button>
        ) : (
          <button
            key="test"
            type="button"
            className={window.button}
            disabled={!isReady}
            onClick={() => void test()}
          >
            Test
          </button>
        )}
        <button
          type="submit"
          className={window.primaryButton}
          disabled={!isReady || (keep === 'passphrase' && passphrase === '')}
        >
          Connect
        </button>
      </div>
    </form>
  )
}

/** A service that answers at all does so within this time. */
const SLOW_MS = 5_000

function Asking() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <p>Asking the service…</p>
      {isSlow ? <p>It answers slowly. A test takes several answers; you can wait or cancel it.</p> : null}
    </>
  )
}

/** An address as two typed ones compare: without scheme, `/api/v1` and slashes at its end. */
function bare(address: string): string {
  const place = address
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
  return trimEndOf(trimEndOf(place, '/').replace(/\/api\/v1$/, ''), '/')
}
