import type { FileSummary } from '../../shared/ipc/ipc-files'
import { counted } from '../../shared/text/counted'

/** Describes briefly the state of a file and the number of documents that use the file. */
export function stateInWords({ state, problem, uses }: FileSummary): string {
  if (state === 'failed') return problem ?? 'Not accepted'
  const used = uses === 0 ? 'Not used' : `In ${counted(uses, 'document')}`
  return state === 'waiting' ? `${used} · waits to be sent` : used
}
