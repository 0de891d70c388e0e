/** The two Electron channels; separate from `ipc.ts`, so that the preload loads no validation. */
export const COMMAND_CHANNEL = 'command'
export const EVENT_CHANNEL = 'event'
