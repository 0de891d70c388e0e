import { app } from 'electron'
import { buildKind } from './app/build-kind'
import type { Windows } from './app/windows/windows'
import type { EmitTo } from './connections/connected-libraries'
import { openConnectionList } from './connections/list/connection-list'
import { systemKeychain } from './connections/keys/keychain'
import { createNetworkFetch } from './connections/network'
import { openSecrets } from './connections/keys/secrets'
import { openDevice } from './system/machine'
import type { Emit } from './documents/engine/window-events'
import { checkEvent } from './ipc/ipc'
import { openLog, type Log } from './system/log'
import { createNotices } from './system/notices'
import type { Notice } from '../shared/ipc/ipc-records'
import type { Environment } from './system/profile'
import { isReleaseRuntime } from './system/runtime'
import { openSettings } from './system/settings'

export type Foundations = ReturnType<typeof openFoundations>

/** Opens the base of all other parts of the app: the files of the profile, the network, and the events to windows. */
export function openFoundations(profile: string, environment: Environment, windows: Pick<Windows, 'tell'>) {
  const emit: EmitTo = (name, payload, library) =>
    windows.tell(name, buildKind() === 'release' ? payload : checkEvent(name, payload, library), library)
  const tell: Emit = (name, payload) => emit(name, payload, undefined)
  let firstPainted = () => {}
  /** Resolves when the first window has been painted; one that never reports it delays nothing for long. */
  const painted = new Promise<void>((resolve) => {
    firstPainted = resolve
    setTimeout(resolve, 3_000)
  })
  /** The log is opened after the keys, because it strikes them out. */
  const opened: { log?: Log } = {}
  /** A report of a problem contains the log. What is about one document names its title, which stays out of it. */
  const note = ({ tone, documentId, text }: Notice) => {
    if (tone === 'attention' && documentId === undefined) opened.log?.info(text)
  }
  const notices = createNotices(
    (notice) => {
      note(notice)
      tell('notice.raised', notice)
    },
    (id) => tell('notice.withdrawn', { id }),
  )
  const warn = (text: string) => notices.raise({ tone: 'attention', text })
  const device = openDevice(profile)
  if (device.came === 'first') warn(COPIED)
  const secrets = openSecrets(profile, systemKeychain, warn)
  const log = openLog(profile, Date.now, (text) => secrets.strike(text))
  opened.log = log
  notices.list().forEach(note)
  for (const ignored of environment.ignored) log.info(ignored)
  const settings = openSettings(profile, warn)
  const list = openConnectionList(profile, warn)
  const fetch = createNetworkFetch({
    resolveProxy: (address) => app.resolveProxy(address),
    mayLeaveMachine: isReleaseRuntime(),
  })
  return {
    emit,
    tell,
    painted,
    firstPainted,
    notices,
    warn,
    device,
    secrets,
    log,
    settings,
    list,
    fetch,
  }
}

const COPIED =
  'This profile was copied from another computer or folder, so it is a device of its own from now on. Drafts, folders, tags and files that were not sent yet are looked for on their services first, so that nothing is made twice. A draft that is written on in both copies becomes two documents, each with every word of its side.'
