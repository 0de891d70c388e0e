import { DatabaseSync } from '@photostructure/sqlite'
import fs from 'node:fs'
import path from 'node:path'
import { startApp } from '../app'
import { launchElectron } from '../electron'
import { ROOT, freshFolder } from '../paths'
import { compare, median, type Figure } from './row'

/** An unused address, so that the library is the one on this device and does not change. */
const OFFLINE = { url: 'http://127.0.0.1:9', key: 'none' }
/**
 * Elements of the app that are visible and not covered: when they exist, the app responds, and typing goes into its
 * editor.
 */
const OURS = ['[role=treeitem]', '[role=option]', '.cm-line'].map((part) => `#app ${part}`)

/**
 * Times from the start of the process, in ms.
 *
 * _To first text painted_: the sidebar, the list and the text of the document that was open, which appear in one frame.
 * Chromium reports when that frame was on screen, because asking through Playwright takes as long as main is busy. _To
 * the app standing there_: the app's own elements are painted. The empty window loads as much script, runs almost none
 * of it, and paints one line. Playwright starts both, and holds each back until it has attached.
 */
export default async function start(): Promise<Figure[]> {
  const profile = freshFolder('start')
  const empty = emptyApp(bundleBytes())
  const [small, large] = [await libraryOf(1_000), await libraryOf(50_000)]
  const offline = (folder: string) => () =>
    timed(ROOT, OURS, { STET_PROFILE: folder, STET_URL: OFFLINE.url, STET_KEY: OFFLINE.key })
  try {
    const first = await startApp({ profile })
    await first.page.locator('#app .cm-line').first().waitFor()
    await first.close()
    return [
      ...(await compareStarts({
        what: 'cold start',
        of: 'sample library',
        ours: () => timed(ROOT, OURS, { STET_PROFILE: profile }),
        peer: () => timed(empty, ['p'], {}),
        peerName: 'empty Electron window, same bundle size',
        goals: [1.5, undefined],
      })),
      ...(await compareStarts({
        what: 'cold start with 50,000 documents on this device',
        of: '',
        ours: offline(large),
        peer: offline(small),
        peerName: 'with 1,000',
        goals: [1.1, 1.1],
      })),
    ]
  } finally {
    for (const folder of [profile, empty, small, large])
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

interface Start {
  readonly firstText: number
  readonly standing: number
}

/** Two rows from the same starts: to the first text, and to the complete app. */
async function compareStarts(given: {
  readonly what: string
  readonly of: string
  readonly ours: () => Promise<Start>
  readonly peer: () => Promise<Start>
  readonly peerName: string
  readonly goals: readonly [number, number | undefined]
}): Promise<Figure[]> {
  const [toText, toApp] = given.goals
  const standing = { ours: [] as number[], peer: [] as number[] }
  const side = (name: 'ours' | 'peer') => async () => {
    const times = await given[name]()
    standing[name].push(times.standing)
    return times.firstText
  }
  const named = (end: string) => `${given.what}: process to ${end}${given.of === '' ? '' : `, ${given.of}`}`
  const first = await compare({
    what: named('first text painted'),
    ours: side('ours'),
    peer: side('peer'),
    peerName: given.peerName,
    goal: toText,
    rounds: 7,
    warmUp: 1,
  })
  const [ours, peer] = [standing.ours.slice(1), standing.peer.slice(1)]
  const ratio = median(ours.map((took, round) => took / (peer[round] ?? took)))
  return [
    first,
    {
      what: named('the app standing there'),
      ours: median(ours),
      unit: 'ms',
      peer: median(peer),
      peerName: given.peerName,
      ratio,
      ...(toApp !== undefined && { goal: toApp, met: ratio <= toApp }),
    },
  ]
}

async function timed(
  folder: string,
  painted: readonly string[],
  environment: Record<string, string>,
): Promise<Start> {
  const started = Date.now()
  const electron = await launchElectron(
    { env: { ...(process.env as Record<string, string>), ...environment } },
    folder,
  )
  const page = await electron.firstWindow()
  for (const selector of painted) await page.locator(selector).first().waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const standing = Date.now() - started
  const firstText = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntriesByName('first-contentful-paint'))
            resolve(performance.timeOrigin + startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
  await electron.close()
  return { firstText: firstText - started, standing }
}

/**
 * Creates a profile with a folder, one written document and a number of others as in a list of the service, without
 * their texts.
 */
async function libraryOf(documents: number): Promise<string> {
  const profile = freshFolder('library')
  const app = await startApp({ profile, service: OFFLINE })
  // The first folder shows that the sidebar is loaded.
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
