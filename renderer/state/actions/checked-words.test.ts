import { expect, test } from 'vitest'
import type { OutboxItem } from '../../../shared/ipc/ipc-sync'
import { checkedWords } from './checked-words'

const item = (state: OutboxItem['state']): OutboxItem => ({
  id: state,
  what: 'Edit of “Low water”',
  kind: 'edit',
  why: '',
  state,
  canDecide: false,
  canRetry: false,
  canDiscard: false,
})

test.each([
  ['nothing-new', [], 0, 'Nothing new.'],
  ['up-to-date', [], 0, 'Everything is up to date.'],
  ['not-read', [item('waiting')], 0, 'The service cannot be read now. The status line says why.'],
  [
    'up-to-date',
    [item('needs-you')],
    0,
    'What was new on the service is here. 1 change waits for your decision.',
  ],
  ['nothing-new', [item('blocked')], 2, 'Nothing new on the service. 3 changes are not sent yet.'],
  [
    'nothing-new',
    [item('needs-you'), item('needs-you'), item('sending')],
    0,
    'Nothing new on the service. 2 changes wait for your decision, and 1 change is not sent yet.',
  ],
] as const)('a check that came to %s with %j and %i more says so', (outcome, waiting, more, words) => {
  expect(checkedWords({ outcome }, { waiting: [...waiting], more })).toBe(words)
})
