import { contextBridge, ipcRenderer } from 'electron'
import { COMMAND_CHANNEL, EVENT_CHANNEL } from '../shared/ipc/channels'
import type { Bridge } from '../shared/ipc/ipc'
import type { LibraryEpoch } from '../shared/terms'

/** Only a bridge: two channels without validation; main checks everything. */
type Listener = (payload: never, library: LibraryEpoch | undefined) => void
const listeners = new Map<string, Set<Listener>>()

ipcRenderer.on(EVENT_CHANNEL, (_event, name: string, payload: unknown, library?: LibraryEpoch) => {
  for (const listener of listeners.get(name) ?? []) listener(payload as never, library)
})

const bridge: Bridge = {
  call: (name, input, library) => ipcRenderer.invoke(COMMAND_CHANNEL, name, input, library),
  listen: (name, listener) => {
    const known = listeners.get(name) ?? new Set<Listener>()
    listeners.set(name, known.add(listener))
    return () => void known.delete(listener)
  },
}

contextBridge.exposeInMainWorld('app', bridge)
