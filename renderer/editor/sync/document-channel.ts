import type { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Client } from '../../bridge/bridge'
import type { OpenDocument } from '../../../shared/ipc/ipc-records'
import {
  createTextChannel,
  type ChannelHost,
  type ChannelState,
  type TextChannel,
  type Timers,
} from './text-channel'

interface DocumentChannelOptions {
  readonly host: ChannelHost
  readonly document: Pick<OpenDocument, 'id' | 'version'>
  /** Identifies this editor among all that have the document open. */
  readonly clientId: string
  readonly call: Client['call']
  readonly listen: Client['listen']
  readonly timers: Timers
  /** Reports typed text that the main process does not have yet. */
  readonly report: (state: ChannelState) => void
  /** Effects added to changes that nobody typed in this window. */
  readonly elsewhere?: readonly StateEffect<unknown>[]
}

export const hostOf = (view: EditorView): ChannelHost => ({
  get state() {
    return view.state
  },
  get composing() {
    // An editor that a switch of the library has removed from the page is not told of the end of a composition.
    return view.compositionStarted && view.dom.isConnected
  },
  dispatch: (transaction) => view.dispatch(transaction),
})

/**
 * The text channel of one editor over the bridge: its commands to the main process, and the steps that the main process
 * announces.
 */
export function createDocumentChannel(options: DocumentChannelOptions): TextChannel {
  const { document: opened, clientId, call, listen, ...rest } = options
  const { id } = opened
  const channel = createTextChannel({
    ...rest,
    version: opened.version,
    change: (version, updates) =>
      call('document.change', { id, clientId, version, updates: updates.map((changes) => [...changes]) }),
    reopen: () => call('document.open', { id }),
  })
  const stopListening = listen('document.changed', (change) => {
    if (change.id === id) channel.receive(change.updates, change.version)
  })
  return {
    ...channel,
    stop() {
      stopListening()
      channel.stop()
    },
  }
}
