import { read, written } from '../post'

/**
 * Replaces the Electron modules used by the preload script in a plain page, with one socket to main. Closing the page
 * closes the socket; for main, the page has then ended, as in the app.
 */
type Listener = (event: undefined, ...given: unknown[]) => void

const socket = new WebSocket(`ws://${location.host}/main`)
const isOpen = new Promise<void>((resolve) => socket.addEventListener('open', () => resolve()))
const answers = new Map<number, (value: unknown) => void>()
/** In the app, the system shows the title of a window; here the page does. */
const showTitle: Listener = (_event, title) => void (document.title = title as string)
const listeners = new Map<string, Listener>([['title', showTitle]])
let calls = 0

interface Arrived {
  readonly answer?: number
  readonly probe?: number
  readonly value?: unknown
  readonly channel?: string
  readonly given?: { readonly [at: number]: unknown }
}

socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const { answer, probe, value, channel = '', given = {} } = read(data) as Arrived
  if (probe !== undefined) return socket.send(written({ probe }))
  if (answer === undefined) return listeners.get(channel)?.(undefined, given[0], given[1], given[2])
  answers.get(answer)?.(value)
  answers.delete(answer)
})

export const ipcRenderer = {
  async invoke(channel: string, ...given: unknown[]): Promise<unknown> {
    const call = ++calls
    const answered = new Promise<unknown>((resolve) => answers.set(call, resolve))
    const message = written({ call, channel, given: Object.fromEntries(given.entries()) })
    if (socket.readyState === WebSocket.CONNECTING) await isOpen
    if (socket.readyState === WebSocket.OPEN) socket.send(message)
    return answered
  },
  on: (channel: string, listener: Listener) => void listeners.set(channel, listener),
}

export const contextBridge = {
  exposeInMainWorld: (name: string, value: unknown) => Object.defineProperty(window, name, { value }),
}
