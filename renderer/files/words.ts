import type { FileSummary } from '../../shared/ipc/ipc-files'
import { counted } from '../../shared/text/counted'

/** "2.1 MB"; empty where the service does not say. */
export function sizeInWords(bytes: number | undefined): string {
  if (bytes === undefined) return ''
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Where a file is and who uses it, in few words. */
export function stateInWords({ state, trouble, uses }: FileSummary): string {
  if (state === 'failed') return trouble ?? 'Not accepted'
  const used = uses === 0 ? 'Not used' : `In ${counted(uses, 'document')}`
  return state === 'waiting' ? `${used} · waits to be sent` : used
}
