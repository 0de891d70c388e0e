import { useEffect, useRef, useState, type RefObject } from 'react'
import type { KeyForm, RemovedConnection } from '../../shared/ipc/ipc-connections'
import type { TestReport } from '../../shared/ipc/ipc-sync'
import type { Problem } from '../../shared/problem'
import { useApp } from '../state/context'
import { useConnections } from '../state/queries'
import { Button } from '../ui/button'
import { Choice } from '../ui/choice'
import windowStyles from '../ui/window.module.css'
import { AbilityTable } from './ability-table'
import { KeyKeeping } from './key-keeping'
import { UnsentTexts } from './unsent-texts'
import { bare, useConnect } from './use-connect'
import styles from './settings.module.css'

/**
 * The form for the address and key of a service, with *Test* and *Connect*. The key goes to the main process and
 * nowhere else.
 */
export function ConnectForm(props: {
  readonly initialAddress: string
  /** The library with this address, if it gets another key. */
  readonly of: string | undefined
  /** The field that takes the focus. */
  readonly focus: 'address' | 'key' | undefined
}) {
  const connections = useConnections().data
  const hasKeychain = connections?.keychain !== false
  const [broughtBack, setBroughtBack] = useState<RemovedConnection>()
  const changed = props.of === undefined ? undefined : { id: props.of, address: props.initialAddress }
  const made = useConnect(props.initialAddress, hasKeychain, broughtBack ?? changed)
  const { report, problem, isTesting } = made
  /** Whether a key was typed; the field may have been emptied since, because the address changed. */
  const [isKeyTyped, setKeyTyped] = useState(false)
  const isHere = (one: { readonly address: string }) =>
    one.address !== '' && bare(one.address) === bare(made.address)
  const listed = connections?.connections.filter(isHere)
  const known = listed?.find(({ id }) => id === broughtBack?.id) ?? listed?.[0]
  // A library that its service has in full comes back by itself with the key of its account.
  const removed = connections?.removed.filter((one) => one.deletedAt === undefined && isHere(one)) ?? []

  const form = useRef<HTMLFormElement>(null)
  useBroughtToTop(form, props.focus !== undefined)

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void made.connect()
      }}
    >
      <label className={windowStyles.field}>
        Service address
        <input
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          data-autofocus={props.focus === 'address' ? '' : undefined}
          value={made.address}
          onChange={(event) => made.changeAddress(event.target.value)}
          disabled={isTesting}
        />
      </label>
      {removed.map((one) => (
        <BringBack key={one.id} removed={one} onDone={() => setBroughtBack(one)} />
      ))}
      <div className={styles.pair}>
        <KeyField
          value={made.key}
          takesFocus={props.focus === 'key'}
          onChange={(key) => {
            setKeyTyped(key !== '')
            made.setKey(key)
          }}
        />
        <FormChoice form={made.form} onChange={made.setForm} />
      </div>
      {isKeyTyped && made.key === '' ? (
        <p role="status" className={styles.note}>
          The key was for the address before, so it is not sent to this one. Enter the key for this address.
        </p>
      ) : null}
      {!hasKeychain || problem?.code === 'no-keychain' ? (
        <KeyKeeping
          keep={made.keep === 'keychain' ? 'session' : made.keep}
          passphrase={made.passphrase}
          onKeep={made.setKeep}
          onPassphrase={made.setPassphrase}
        />
      ) : null}
      <Result report={report} problem={problem} isTesting={isTesting} />
      {known === undefined ? null : (
        <UnsentTexts id={known.id} intro="Not on the service yet. It stays on this device." />
      )}
      <Foot made={made} />
    </form>
  )
}

/** A library of this address that was removed while its service did not have all of it. */
function BringBack(props: { readonly removed: RemovedConnection; readonly onDone: () => void }) {
  const { actions } = useApp()
  const { id, name } = props.removed
  return (
    <section className={styles.unsent} aria-label="Removed library">
      <p>
        “<bdi>{name}</bdi>” of this address was removed from the list. It is still on this device, with
        changes that its service never received.
      </p>
      <div className={styles.unsentFoot}>
        <Button onClick={() => void actions.run('connection.restore', { id }).then(props.onDone)}>
          Bring it back
        </Button>
      </div>
    </section>
  )
}

/**
 * Scrolls the form to the top if the writer came for it: it is the last section of its page, and its fields would be at
 * the lower edge of the dialog.
 */
function useBroughtToTop(form: RefObject<HTMLFormElement | null>, isAskedFor: boolean): void {
  useEffect(() => {
    if (!isAskedFor) return
    // The dialog is rendered first.
    const drawn = requestAnimationFrame(() => form.current?.parentElement?.scrollIntoView({ block: 'start' }))
    return () => cancelAnimationFrame(drawn)
  }, [form, isAskedFor])
}

function KeyField(props: {
  readonly value: string
  readonly takesFocus: boolean
  readonly onChange: (key: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (props.takesFocus) field.current?.focus()
  }, [props.takesFocus])
  return (
    <label className={windowStyles.field}>
      API key
      <input
        type="text"
        ref={field}
        className={styles.secret}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={props.takesFocus ? '' : undefined}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value.trim())}
      />
    </label>
  )
}

const FORMS: readonly (readonly [KeyForm | '', string])[] = [
  ['', 'Automatic'],
  ['bearer', 'Authorization: Bearer'],
  ['header', 'X-API-Key'],
]

/** The buttons, which stay visible while the form scrolls. */
function Foot({ made }: { readonly made: ReturnType<typeof useConnect> }) {
  return (
    <div className={`${styles.buttons} ${styles.formFoot}`}>
      {made.isTesting ? (
        <Button key="test" onClick={made.endTest}>
          Cancel test
        </Button>
      ) : (
        <Button key="test" disabled={!made.mayTest} onClick={() => void made.test()}>
          Test
        </Button>
      )}
      <Button kind="primary" type="submit" disabled={!made.mayConnect}>
        Connect
      </Button>
    </div>
  )
}

/** The result of a test, or the reason why it failed. */
function Result(props: {
  readonly report: TestReport | undefined
  readonly problem: Problem | undefined
  readonly isTesting: boolean
}) {
  const { report, problem, isTesting } = props
  const lines = report?.lines ?? (problem === undefined ? [] : [problem.message])
  const place = useRef<HTMLDivElement>(null)
  // In a small window the result is below the visible part of the dialog.
  useEffect(() => {
    if (report !== undefined || problem !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [report, problem])
  return (
    <div
      ref={place}
      role="status"
      aria-label="Test result"
      className={styles.result}
      data-bad={report?.ok === true ? undefined : ''}
    >
      {isTesting ? <Asking /> : null}
      {lines.map((line, index) => (
        <p key={line} data-first={index === 0 ? '' : undefined}>
          {line}
        </p>
      ))}
      {report?.ok === true ? <AbilityTable abilities={report.abilities} /> : null}
    </div>
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

function FormChoice(props: {
  readonly form: KeyForm | undefined
  readonly onChange: (form: KeyForm | undefined) => void
}) {
  return (
    <label className={windowStyles.field}>
      How the key is sent
      <Choice
        value={props.form ?? ''}
        options={FORMS}
        onChange={(form) => props.onChange(form === '' ? undefined : form)}
      />
    </label>
  )
}
