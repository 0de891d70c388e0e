import type { PlantedBug } from './bug'

/** A fault outside the pure core, and the tests that have to find it. */
export interface OtherBug extends PlantedBug {
  /** Beginnings of their paths. */
  readonly suites: readonly string[]
}

const MERGE = ['shared/merge3']
const OUTBOX = ['main/sync/outbox.test.ts']
const CHANNEL = ['renderer/editor/text-channel']

/** Faults of the merge, the outbox, the way of a key to main, and the boundary. */
export const OTHER_BUGS: readonly OtherBug[] = [
  {
    name: 'a clash is settled for mine',
    rule: 'W9',
    file: 'shared/merge/by-token.ts',
    text: `(mineIsEmpty ? 'theirs' : 'mine') : 'clash'`,
    replacement: `(mineIsEmpty ? 'theirs' : 'mine') : 'mine'`,
    breaks: 'words of others are dropped without a question',
    suites: MERGE,
  },
  {
    name: 'what both added alike stands twice',
    rule: 'W9',
    file: 'shared/merge/by-token.ts',
    text: `  while (head < length && mine.ids[m.from + head] === theirs.ids[t.from + head]) head++`,
    replacement: `  while (head < 0) head++`,
    breaks: 'a question about words that both agree on',
    suites: MERGE,
  },
  {
    name: 'changes of both sides that overlap are taken apart',
    rule: 'W9',
    file: 'shared/merge/clusters.ts',
    text: `      if (other.hunk.aTo > next.hunk.aFrom || !seamIsSafe(other, next)) first = others[back]!`,
    replacement: `      if (!seamIsSafe(other, next)) first = others[back]!`,
    breaks: 'a sentence is torn in two',
    suites: MERGE,
  },
  {
    name: 'rows of a table stand side by side',
    rule: 'W9',
    file: 'shared/merge/by-token.ts',
    text: `kind === 'sentence' || kind === 'block'`,
    replacement: `kind !== undefined`,
    breaks: 'a table or code is merged finer than it may be',
    suites: MERGE,
  },
  {
    name: 'a merge without a bound',
    rule: 'W9',
    file: 'shared/merge3.ts',
    text: `  if (work.left < 0 && !isOneSided) return { kind: 'too-large' }\n`,
    replacement: '',
    breaks: 'what is past the bound is merged by chance instead of asked about',
    suites: MERGE,
  },
  {
    name: 'not decided means theirs',
    rule: 'W15',
    file: 'shared/merge3.ts',
    text: `  const whole = decisions[0] ?? 'mine'`,
    replacement: `  const whole = decisions[0] ?? 'theirs'`,
    breaks: 'what the writer has not decided is taken from her',
    suites: MERGE,
  },
  {
    name: 'goes on without a pause',
    rule: 'When',
    file: 'main/sync/outbox-entry.ts',
    text: `      return Math.max(now, Math.min(now + PAUSE_MS, latest))`,
    replacement: `      return Math.min(now, latest)`,
    breaks: 'a request for each key',
    suites: OUTBOX,
  },
  {
    name: 'does not wait as long as the service asked',
    rule: 'E2',
    file: 'main/sync/outbox.ts',
    text: `Math.max(attempt.problem.retryAfterMs ?? 0, backOffMs(entry.failures, parts.random))`,
    replacement: `backOffMs(entry.failures, parts.random)`,
    breaks: 'a service that is overrun is asked on',
    suites: OUTBOX,
  },
  {
    name: 'gives up after a failure',
    rule: 'When',
    file: 'main/sync/outbox.ts',
    text: `      if (entry.wish.kind === 'none') entry.wish = { kind: 'now', first: false }\n`,
    replacement: '',
    breaks: 'what failed once is never sent',
    suites: OUTBOX,
  },
  {
    name: 'forgets what was wished meanwhile',
    rule: 'W2',
    file: 'main/sync/outbox.ts',
    text: `    if (entry.wish.kind !== 'none') return\n    entries.delete(entry.key)`,
    replacement: `    entries.delete(entry.key)`,
    breaks: 'keys typed during a save wait for the next key',
    suites: OUTBOX,
  },
  {
    name: 'one failure holds everything',
    rule: 'Rows',
    file: 'main/sync/outbox.ts',
    text: `return { due, running, isAsked, next }`,
    replacement: `return { due: [...entries.values()].some(({ failures }) => failures > 0) ? [] : due, running, isAsked, next }`,
    breaks: 'one poisoned document stops all others',
    suites: OUTBOX,
  },
  {
    name: 'retries without end and without pause',
    rule: 'When',
    file: 'main/sync/back-off.ts',
    text: `failures > RETRIES_IN_A_ROW ? SLOW_RETRY_MS : FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1)`,
    replacement: `FIRST_RETRY_MS`,
    breaks: 'a service that is down is asked every second',
    suites: OUTBOX,
  },
  {
    name: 'text from elsewhere breaks a composition',
    rule: 'W14',
    file: 'renderer/editor/text-channel.ts',
    text: `    if (host.composing) return false\n`,
    replacement: '',
    breaks: 'characters of an input method are lost',
    suites: CHANNEL,
  },
  {
    name: 'a refused change is let go',
    rule: 'W14',
    file: 'renderer/editor/text-channel.ts',
    text: `    if (!result.ok) {\n      fail(result.problem)\n      return false\n    }\n    const answer = result.value`,
    replacement: `    if (!result.ok) {\n      take(batch)\n      return true\n    }\n    const answer = result.value`,
    breaks: 'typed words never reach the journal',
    suites: CHANNEL,
  },
  {
    name: 'input is taken as it comes',
    rule: 'IPC',
    file: 'main/ipc.ts',
    text: `    if (!parsed.success) {`,
    replacement: `    if (parsed.success === undefined) {`,
    breaks: 'a handler meets what its schema forbids',
    suites: ['main/ipc'],
  },
  {
    name: 'any page may ask',
    rule: 'IPC',
    file: 'main/ipc.ts',
    text: `    if (!caller.known) return`,
    replacement: `    if (caller.sender === undefined) return`,
    breaks: 'a page that is not ours reads the library',
    suites: ['main/ipc'],
  },
]
