import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../main/system/clock'
import { openFolder } from '../../main/porting/folder-source'
import { runImport } from '../../main/porting/import'
import { planImport } from '../../main/porting/import-plan'
import { openWorkspace, type Workspace } from '../../main/connections/workspace/workspace'
import { compare, type Row } from './row'

const FILES = 10_000
const PER_FOLDER = 100
const PARAGRAPH = 'The tide was an hour late, and the ferryman took it as a personal insult. '.repeat(6)

/**
 * Imports a folder of 10,000 notes, from the dry run to the last stored document, compared with reading and hashing the
 * same files (docs/performance.md).
 */
export default async function importBench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'import-bench-'))
  try {
    const notes = join(folder, 'notes')
    writeNotes(notes)
    let round = 0
    const row = await compare({
      what: `import of ${FILES} files, dry run to durable`,
      ours: () => importInto(join(folder, `library-${round++}`), notes),
      peer: () => readAndHash(notes),
      peerName: 'reading and hashing the files',
      goal: 2,
      rounds: 5,
      warmUp: 1,
    })
    return [row]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The time in ms without opening and closing the library. */
async function importInto(folder: string, notes: string): Promise<number> {
  const workspace = openOffline(folder)
  try {
    const start = performance.now()
    const plan = await planImport(openFolder(notes))
    const done = await runImport(plan, workspace, {
      folderId: null,
      tagsInText: false,
      keepDates: false,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    const ms = performance.now() - start
    if (done.documents !== FILES) throw new Error(`${done.documents} documents came in`)
    return ms
  } finally {
    await workspace.close()
  }
}

async function readAndHash(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name)
    if (entry.isDirectory()) await readAndHash(file)
    else
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
  }
}

function writeNotes(folder: string): void {
  for (let at = 0; at < FILES; at++) {
    const within = join(folder, `Folder ${Math.floor(at / PER_FOLDER)}`)
    if (at % PER_FOLDER === 0) mkdirSync(within, { recursive: true })
    const head = `---\ntitle: Note ${at}\ntags: [tag ${at % 20}]\n---\n\n`
    writeFileSync(join(within, `note ${at}.md`), `${head}${at} ${PARAGRAPH}\n\n${PARAGRAPH}\n`)
  }
}

function openOffline(folder: string): Workspace {
  let number = 0
  const address = 'http://127.0.0.1:1'
  return openWorkspace({
    folder,
    known: { id: 'bench', name: 'Bench', kind: 'service', address },
    address,
    credential: () => ({ key: 'mk_bench', form: 'bearer' }),
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    clock: systemClock,
    newUuid: () => `uuid-${++number}`,
    random: Math.random,
    emit: () => {},
    raise: () => {},
    autosavePublished: () => false,
    report: (error) => {
      throw error
    },
  })
}
