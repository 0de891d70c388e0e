import type { CommandOutput } from '../../../shared/ipc/ipc'
import { counted } from '../../../shared/text/counted'

const NOTHING_WAITS = { 'nothing-new': 'Nothing new.', 'up-to-date': 'Everything is up to date.' } as const
const READ = {
  'nothing-new': 'Nothing new on the service',
  'up-to-date': 'What was new on the service is here',
} as const

/** The result of a check for changes in words, including what still waits for the writer or to be sent. */
export function checkedWords(
  { outcome }: CommandOutput<'connection.retry'>,
  { waiting, more }: Pick<CommandOutput<'outbox.list'>, 'waiting' | 'more'>,
): string {
  if (outcome === 'not-read') return 'The service cannot be read now. The status line says why.'
  const asking = waiting.filter(({ state }) => state === 'needs-you').length
  const unsent = waiting.length + more - asking
  const waits = [
    ...(asking > 0 ? [`${counted(asking, 'change waits', 'changes wait')} for your decision`] : []),
    ...(unsent > 0 ? [`${counted(unsent, 'change is', 'changes are')} not sent yet`] : []),
  ]
  return waits.length === 0 ? NOTHING_WAITS[outcome] : `${READ[outcome]}. ${waits.join(', and ')}.`
}
