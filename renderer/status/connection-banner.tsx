import { CircleAlert, KeyRound, Lock, UserX } from 'lucide-react'
import type { Connection } from '../../shared/ipc/ipc-sync'
import { useApp } from '../state/context'
import { useActiveConnection } from '../state/queries'
import { showOverlay } from '../state/store'
import { Button } from '../ui/button'
import styles from './status.module.css'

const WORDS = {
  locked: {
    icon: Lock,
    text: 'The key of this library is locked. What you write stays on this device until you unlock it.',
    action: 'Unlock…',
  },
  keyless: {
    icon: KeyRound,
    text: 'The key of this library is not kept on this device. What you write stays here until you enter it.',
    action: 'Enter key…',
  },
  refused: {
    icon: KeyRound,
    text: 'The service does not accept the key any more. Your texts stay on this device; nothing is sent until the key is changed.',
    action: 'Change key…',
  },
  deletion: {
    icon: UserX,
    text: 'This account is being deleted. Your texts stay on this device; export what the service does not have.',
    action: 'Show…',
  },
  asks: {
    icon: KeyRound,
    text: 'The service has none of the texts that are here, so only you can tell whether it is your account. If it is, what waits is sent, and what is gone there is kept under “Recovered texts”.',
    action: 'It is my account',
  },
  another: {
    icon: UserX,
    text: 'You said that the service answers for another account. What is on this device stays here; nothing is sent.',
    action: 'Show…',
  },
} as const

/** The same texts for a library that the app itself stores, which has no account. */
const OF_THIS_COMPUTER = {
  asks: {
    icon: CircleAlert,
    text: 'None of the texts that are here are in the stored library: it was damaged, or its files were exchanged. If it is the same library, what you wrote is stored there again, and what is gone there is kept under “Recovered texts”.',
    action: 'It is the same library',
  },
  another: {
    icon: CircleAlert,
    text: 'You said that the stored library is another one. What is here stays here; nothing is stored there.',
    action: 'Show…',
  },
} as const

const wordsOf = (problem: keyof typeof WORDS, { kind }: Connection) =>
  kind === 'embedded' && (problem === 'asks' || problem === 'another')
    ? OF_THIS_COMPUTER[problem]
    : WORDS[problem]

function problemOf(connection: Connection | undefined): keyof typeof WORDS | undefined {
  if (connection === undefined) return undefined
  if (connection.locked) return 'locked'
  if (!connection.configured) return 'keyless'
  if (connection.state === 'unauthorized') return 'refused'
  if (connection.state === 'account-deletion') return 'deletion'
  if (connection.asksAccount === true) return 'asks'
  return connection.otherAccount ? 'another' : undefined
}

/**
 * A line at the top of the window while nothing can be sent and the writer can do something about it (requirement D3).
 */
export function ConnectionBanner() {
  const connection = useActiveConnection()
  const { actions } = useApp()
  const problem = problemOf(connection)
  if (connection === undefined || problem === undefined) return null
  const confirm = (isSame: boolean) => void actions.run('connection.confirm-account', { isSame })
  const { icon: Icon, text, action } = wordsOf(problem, connection)
  return (
    <div role="alert" className={styles.banner}>
      <Icon />
      <span>{text}</span>
      <Button
        onClick={() =>
          problem === 'asks'
            ? confirm(true)
            : showOverlay(
                problem === 'locked'
                  ? { kind: 'unlock', id: connection.id }
                  : {
                      kind: 'settings',
                      page: problem === 'keyless' || problem === 'refused' ? 'key' : 'connection',
                    },
              )
        }
      >
        {action}
      </Button>
      {problem === 'asks' && <Button onClick={() => confirm(false)}>Keep everything here</Button>}
    </div>
  )
}
