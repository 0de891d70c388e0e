/** The two Electron channels; apart from `ipc.ts`, so that the preload carries no validation (house.md, "The IPC contract"). */
export const COMMAND_CHANNEL = 'command'
export const EVENT_CHANNEL = 'event'
