/** The two Electron channels; apart from `ipc.ts`, so that the preload carries no validation. */
export const COMMAND_CHANNEL = 'command'
export const EVENT_CHANNEL = 'event'
