import { DatabaseSync } from '@photostructure/sqlite'
import fs from 'node:fs'
import path from 'node:path'
import { startApp } from '../app'
import { launchElectron } from '../electron'
import { ROOT, freshFolder } from '../place'
import { compare, type Row } from './row'

/** Nobody listens there: the library is the one on this device, and stays as it is. */
const OFFLINE = { url: 'http://127.0.0.1:9', key: 'none' }
const OURS = ['[role=treeitem]', '[role=option]', '.cm-line']

/**
 * From the start of the process to painted text, in ms. Ours: the sidebar, the first row of the list and the text of
 * the document that was open, all painted. The empty window has as much script to load, runs next to none of it, and
 * paints one line. Both are started by Playwright, which holds each back until it has attached.
 */
export default async function start(): Promise<Row[]> {
  const profile = freshFolder('start')
  const empty = emptyApp(bundleBytes())
  const [small, large] = [await libraryOf(1_000), await libraryOf(50_000)]
  const offline = (folder: string) =>
    timed(ROOT, OURS, { STET_PROFILE: folder, STET_URL: OFFLINE.url, STET_KEY: OFFLINE.key })
  try {
    const first = await startApp({ profile })
    await first.page.locator('.cm-line').first().waitFor()
    await first.close()
    return [
      await compare({
        what: 'cold start: process to list and text painted, sample library',
        ours: () => timed(ROOT, OURS, { STET_PROFILE: profile }),
        peer: () => timed(empty, ['p'], {}),
        peerName: 'empty Electron window, same bundle size',
        goal: 1.15,
        rounds: 7,
        warmUp: 1,
      }),
      await compare({
        what: 'cold start with 50,000 documents on this device',
        ours: () => offline(large),
        peer: () => offline(small),
        peerName: 'with 1,000',
        goal: 1.1,
        rounds: 7,
        warmUp: 1,
      }),
    ]
  } finally {
    for (const folder of [profile, empty, small, large])
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function timed(
  folder: string,
  painted: readonly string[],
  environment: Record<string, string>,
): Promise<number> {
  const started = performance.now()
  const electron = await launchElectron(
    { env: { ...(process.env as Record<string, string>), ...environment } },
    folder,
  )
  const page = await electron.firstWindow()
  for (const selector of painted) await page.locator(selector).first().waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const took = performance.now() - started
  await electron.close()
  return took
}

/** A profile with a folder, one written document and this many others as a list of a service shows them: without their texts. */
async function libraryOf(documents: number): Promise<string> {
  const profile = freshFolder('library')
  const app = await startApp({ profile, service: OFFLINE })
  // The sidebar is waited for by its first folder.
  await app.page.getByRole('button', { name: 'New folder' }).click()
  await app.page.keyboard.press('Enter')
  await app.tree.getByRole('treeitem').first().waitFor()
  await app.newDocument('The open one')
  await app.type('Read at every start.')
  await app.waitForPhase('queued')
  await app.close()
  const connections = path.join(profile, 'connections')
  const [connection = ''] = fs.readdirSync(connections)
  const database = new DatabaseSync(path.join(connections, connection, 'library.db'))
  database.exec(`
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${documents})
    INSERT INTO documents (id, remote_id, title, excerpt, status, phase, hidden, edited_since_published, pending,
      has_text, created_at, updated_at, words_sequence)
    SELECT 'listed-' || n, 'r' || n, 'Document ' || n, 'The first words of number ' || n, 'draft', 'clean', 0, 0, 0,
      0, '2020-01-01T00:00:00.000Z', strftime('%Y-%m-%dT%H:%M:%fZ', 1577836800 + n * 60, 'unixepoch'), 0
    FROM number`)
  database.close()
  return profile
}

function bundleBytes(): number {
  const folder = path.join(ROOT, 'out/renderer')
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, file]) =>
    path.join(folder, file ?? ''),
  )
  return first.reduce((sum, file) => sum + fs.statSync(file).size, 0)
}

function emptyApp(bytes: number): string {
  const folder = freshFolder('empty')
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"empty","main":"main.cjs"}')
  fs.writeFileSync(
    path.join(folder, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron')
app.setPath('userData', ${JSON.stringify(path.join(folder, 'data'))})
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true } })
  window.once('ready-to-show', () => window.show())
  window.loadFile('index.html')
})
app.on('window-all-closed', () => app.quit())`,
  )
  const statement = 'globalThis.count = (globalThis.count ?? 0) + 1;\n'
  fs.writeFileSync(
    path.join(folder, 'bundle.js'),
    `function unused() {\n${statement.repeat(Math.ceil(bytes / statement.length))}}\ndocument.body.append(Object.assign(document.createElement('p'), { textContent: 'painted' }))`,
  )
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><meta charset="utf-8"><body><script src="bundle.js" defer></script>',
  )
  return folder
}
