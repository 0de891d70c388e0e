import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { systemClock } from '../../main/system/clock'
import { openWorkspace, type Workspace } from '../../main/connections/workspace/workspace'

/**
 * Runs main's own modules in a process that is killed (kill.test.ts). `write` types numbered words into two documents
 * until the process is killed. `finish` waits until all work is done and reports the texts. Each line on stdout is
 * JSON, written immediately: an acknowledged word, or the texts at the end.
 */
const [mode, folder, address, key, round] = process.argv.slice(2) as [string, string, string, string, string]
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const workspace = openWorkspace({
  folder,
  known: { id: 'killed', name: 'Killed', kind: 'service', address },
  address,
  credential: () => ({ key, form: 'bearer' }),
  fetch: (url, init) => fetch(url, init),
  clock: systemClock,
  newUuid: randomUUID,
  random: Math.random,
  emit: () => {},
  raise: ({ text }) => say({ notice: text }),
  autosavePublished: () => false,
  report: (error) => say({ failure: String(error) }),
  capabilities: { guarded: 'seen', idempotency: 'yes' },
})
say({ started: true })
if (mode === 'write') await write(workspace)
else if (mode === 'pull') await pause(60_000)
else await finish(workspace)

async function write({ documents, catalog }: Workspace): Promise<void> {
  const listed = async () =>
    (await catalog.documents({ filter: {}, sort: 'title', descending: false, offset: 0, limit: 10 })).items
  let there = (await listed()).find(({ title }) => title === 'There')
  while (!there) {
    await pause(5)
    there = (await listed()).find(({ title }) => title === 'There')
  }
  const here =
    (await listed()).find(({ title }) => title === 'Here') ?? (await documents.create({ title: 'Here' }))
  const open = await Promise.all([there.id, here.id].map(async (id) => documents.open({ id })))
  const versions = open.map(({ version }) => version)
  const lengths = open.map(({ text }) => text.length)
  for (let count = 0; ; count++) {
    const index = count % 2
    const { id } = open[index]!
    const word = `${index}-${round}-${count} `
    const from = lengths[index]!
    const answer = await documents.change({
      id,
      clientId: 'killed',
      version: versions[index]!,
      updates: [[{ from, to: from, insert: word }]],
    })
    if (answer.kind === 'accepted') {
      versions[index] = answer.version
      lengths[index] = from + word.length
      say({ word: word.trim() })
    } else {
      const again = await documents.open({ id })
      versions[index] = again.version
      lengths[index] = again.text.length
    }
    if (count % 15 === 14) await documents.save({ id, reason: 'key' })
    await pause(count % 3)
  }
}

async function finish({ documents, catalog, outbox, snapshots, record }: Workspace): Promise<void> {
  const items = async () =>
    (await catalog.documents({ filter: {}, sort: 'title', descending: false, offset: 0, limit: 500 })).items
  const isDone = async () => {
    const listed = await items()
    return (
      record().state === 'online' &&
      record().progress === undefined &&
      outbox.waiting() === 0 &&
      listed.length > 0 &&
      listed.every(({ phase }) => phase === 'clean')
    )
  }
  for (let calm = 0; calm < 10; calm = (await isDone()) ? calm + 1 : 0) {
    outbox.retry()
    await pause(50)
  }
  const texts = (await items()).map(({ id, title }) => ({ title, text: documents.read(id)?.text ?? null }))
  // The last line can be longer than the buffer of a pipe.
  const last = JSON.stringify({ texts, snapshots: snapshots.list().map(({ reason }) => reason) })
  await new Promise((written) => process.stdout.write(`${last}\n`, written))
  await workspace.close()
  process.exit(0)
}
