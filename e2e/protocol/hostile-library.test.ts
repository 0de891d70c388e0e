import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wellFormed } from '../../shared/text/well-formed'
import { runExport } from '../../main/porting/export'
import { openFolder } from '../../main/porting/folder-source'
import { runImport } from '../../main/porting/import'
import { planImport } from '../../main/porting/import-plan'
import { someHostileTexts, type HostileText } from '../hostile-texts'
import { hangMs, watchHeartbeat, type Heartbeat } from '../heartbeat'
import type { App } from './client'
import { createFileDisk } from './disk'
import { changeThere, openWriter, type Writer } from './writer'

/** The number of parts, each of which is a test. */
const PARTS = 6
const CHOSEN = someHostileTexts(14)
/** How often a measurement is tried, because a turn may have been long for another reason. */
const TRIES = 4

let heartbeat: Heartbeat
beforeAll(() => (heartbeat = watchHeartbeat()))
afterAll(() => heartbeat.stop())

const turn = () => new Promise((done) => setImmediate(done))

/** Runs each request in a separate turn, which is not counted, because the service has its own process in the app. */
const inTurnsOfItsOwn =
  (app: App): App =>
  async (request) => {
    await turn()
    heartbeat.elsewhere()
    const response = await app(request)
    await turn()
    return response
  }

const going = () => ({ signal: new AbortController().signal, onProgress: () => {} })

/** Creates a document with the text on the service, or on this device if the service rejects the text. */
async function documentWith(writer: Writer, text: string): Promise<string> {
  const body = { title: wellFormed(text.slice(0, 200)), content: wellFormed(text) }
  const answer = await writer.other.call('documents.create', { body })
  if (answer.kind === 'ok') return answer.data.id
  const { id } = await writer.workspace.documents.create({})
  const window = await writer.edit(id)
  await window.type(text)
  window.close()
  return id
}

/** Uses a text in all ways: pull, open, type, save over another change, read history, search, export and import. */
async function through(writer: Writer, text: string, folder: string): Promise<void> {
  const { workspace } = writer
  const id = await documentWith(writer, text)
  await writer.pass(1_000)
  const window = await writer.edit(id)
  await window.append(' Mine.')
  const theirs = await writer.other.call('documents.get', { params: { id } })
  if (theirs.kind === 'ok') await changeThere(writer, id, { content: `Theirs. ${theirs.data.content ?? ''}` })
  await turn()
  // In the app, full-text search runs in its own thread.
  heartbeat.elsewhere()
  await workspace.search.words({ query: 'mine theirs', limit: 20, filter: {} })
  // The save meets another change (412), reads, and merges or asks.
  await writer.pass(10_000)
  await window.append(' And more.')
  await writer.pass(10_000)
  const { history, search } = workspace
  const { versions } = await history.list({ id, limit: 100 })
  for (const look of [
    () => history.look({ id, older: false }),
    ...versions.slice(0, 3).map((version) => () => history.read({ id, versionId: version.id })),
    () => history.measures({ id }),
    () => history.provenance({ id }),
    () => history.lost({ id, query: '', limit: 20 }),
    () => {
      heartbeat.elsewhere()
      return search.links({ id, limit: 20 })
    },
    () => workspace.documents.open({ id }),
    () => runExport(workspace, { ...going(), folder, folderId: null, withVersions: false }),
  ]) {
    await turn()
    await look()
  }
  const plan = await planImport(openFolder(folder))
  await turn()
  await runImport(plan, workspace, { ...going(), folderId: null, tagsInText: true, keepDates: false })
  window.close()
  await turn()
}

/** The longest turn of the event loop caused by a text. */
async function longestOf(text: string): Promise<number> {
  const writer = openWriter({ disk: createFileDisk, variant: inTurnsOfItsOwn })
  const folder = mkdtempSync(path.join(tmpdir(), 'stet-hostile-'))
  try {
    heartbeat.longestMs()
    await through(writer, text, folder)
    return heartbeat.longestMs()
  } finally {
    await writer.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('[H3] [M6] no text holds up main', () => {
  test.each(Array.from({ length: PARTS }, (_, part) => part))(
    'part %i of the hostile texts',
    async (part) => {
      const texts = CHOSEN.filter((_, index) => index % PARTS === part)
      const long: HostileText[] = []
      const hang = hangMs()
      let longest = { name: '', ms: 0 }
      for (const hostile of texts) {
        const ms = await longestOf(hostile.text)
        if (ms > longest.ms) longest = { name: hostile.name, ms }
        if (ms > hang) long.push(hostile)
      }
      console.info(`at most ${Math.round(longest.ms)} ms of ${Math.round(hang)} (${longest.name})`)
      const again: string[] = []
      for (const { name, text } of long) {
        let [ms, most] = [Infinity, 0]
        for (let run = 1; run < TRIES && ms > most; run++) [ms, most] = [await longestOf(text), hangMs()]
        if (ms > most) again.push(`${name}: ${Math.round(ms)} ms of ${Math.round(most)}`)
      }
      expect(again).toEqual([])
    },
  )
})
