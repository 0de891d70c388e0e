import { trimEndOf } from '../../shared/text/trim'
import { useEffect, useRef, useState } from 'react'
import type { Keeping, KeyForm } from '../../shared/ipc/ipc-connections'
import type { Connection, TestReport } from '../../shared/ipc/ipc-sync'
import type { Problem } from '../../shared/problem'
import { useApp } from '../state/context'
import { useWindow } from '../state/store'
import { showToastOfApp } from '../state/toasts'

/** After these problems the key has not left this device. */
const UNSENT: ReadonlySet<Problem['code']> = new Set(['unreachable', 'invalid-input', 'no-keychain'])

type OfLibrary = Pick<Connection, 'id' | 'address'>

/**
 * The state of the connect form: its fields, the result of a test, and the connection. The key goes to the main process
 * and nowhere else.
 *
 * @param hasKeychain whether keys can be kept in the system's keychain
 * @param of the library that the key is for, as long as the address is that of this library
 */
export function useConnect(initialAddress: string, hasKeychain: boolean, of: OfLibrary | undefined) {
  const { client } = useApp()
  const [address, setAddress] = useState(initialAddress)
  const [key, setKey] = useState('')
  const [form, setForm] = useState<KeyForm>()
  const [report, setReport] = useState<TestReport>()
  const [problem, setProblem] = useState<Problem>()
  const [chosen, setChosen] = useState<Keeping>()
  const [passphrase, setPassphrase] = useState('')
  const [busy, setBusy] = useState<'test' | 'connect'>()
  /** The address that the key in the field was sent to. */
  const [sentTo, setSentTo] = useState<string>()
  const testing = useRef<object>(undefined)
  useEffect(
    () => () => {
      if (testing.current !== undefined) void client.call('connection.cancel-test', undefined)
    },
    [client],
  )
  const keep = chosen ?? (hasKeychain ? 'keychain' : 'session')
  const given = { address, key, ...(form !== undefined && { form }) }
  const isReady = address !== '' && key !== '' && busy === undefined

  async function test(): Promise<void> {
    const mine = {}
    testing.current = mine
    setBusy('test')
    setReport(undefined)
    setProblem(undefined)
    const result = await client.call('connection.test', given)
    const failure = result.ok ? result.value.problem : result.problem
    if (failure === undefined || !UNSENT.has(failure.code)) setSentTo(address)
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
    // A key belongs to one address (requirement D5): a key given to one service is not offered to another.
    if (sentTo !== undefined && bare(sentTo) !== bare(next)) {
      setKey('')
      setSentTo(undefined)
    }
    setReport(undefined)
    setProblem(undefined)
  }

  async function connect(): Promise<void> {
    setBusy('connect')
    setProblem(undefined)
    const result = await client.call('connection.connect', {
      ...given,
      keep,
      ...(of !== undefined && bare(address) === bare(of.address) && { of: of.id }),
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
    showToastOfApp(`Connected to “${result.value.name}”`)
  }

  return {
    ...{ address, changeAddress, key, setKey, form, setForm },
    ...{ keep, setKeep: setChosen, passphrase, setPassphrase },
    ...{ report, problem, isTesting: busy === 'test', test, endTest, connect },
    mayTest: isReady,
    mayConnect: isReady && (keep !== 'passphrase' || passphrase !== ''),
  }
}

/** The part of an address in which two typed addresses are compared: without scheme, `/api/v1` and trailing slashes. */
export function bare(address: string): string {
  const place = address
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
  return trimEndOf(trimEndOf(place, '/').replace(/\/api\/v1$/, ''), '/')
}
