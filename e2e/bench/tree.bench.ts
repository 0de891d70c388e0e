import { chromium, type Page } from '@playwright/test'
import path from 'node:path'
import { build } from 'vite'
import { chromiumExecutable } from '../chromium'
import type { Host } from '../host/host'
import { ROOT, freshFolder } from '../paths'
import { openOurWindow, pageOn, type OurWindow } from './editor-pages'
import { compare, type Figure, type Row } from './row'
import type { PeerFolder } from './tree/tree'

const FOLDERS = 5_000
const LEVELS = 8
const DOCUMENTS = 50_000
const FIRST_ROWS_MS = 150
const TOGGLE_MS = 30
const FRAME_MS = 32
/** A limit that only ends a hanging benchmark. */
const PULL_MS = 10 * 60_000
/** The account of the service in memory. */
const ACCOUNT = 1

/**
 * The library tree with 5,000 folders at 8 levels and 50,000 documents, in the app's own window,
 * compared with Headless Tree drawn by the same virtualiser, in two pages of one Chromium.
 *
 * First rows: from the announcement of the data to the frame that painted the rows. Toggle: from a click to the painted
 * frame, for the top folder with all open folders below it. Scroll: the longest time between two frames while the whole
 * tree is scrolled. The app also draws menus, drop zones, and counts over all depths.
 */
export default async function tree(): Promise<(Row | Figure)[]> {
  const built = freshFolder('tree')
  await build({
    root: path.join(ROOT, 'e2e/bench/tree'),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: built, emptyOutDir: true },
  })
  const executablePath = chromiumExecutable()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const folders = foldersOf()
    const ours = await openOurWindow(browser, (app) => fill(app, folders))
    await everythingIsHere(ours)
    const peer = await pageOn(browser, built, 'index.html')
    const compared = {
      peerName: 'Headless Tree 1.7 with the same virtualiser',
      goal: 2,
      rounds: 7,
      warmUp: 1,
    }
    const rows: (Row | Figure)[] = []
    const first = await compare({
      ...compared,
      what: 'tree of 5,000 folders: first rows',
      ours: () => firstRows(ours),
      peer: () => peer.evaluate(paintedPeer, folders),
    })
    rows.push(first, within('tree: first rows, of its own', first.ours, FIRST_ROWS_MS))
    await openAll(ours.page)
    // The row that is closed and opened has the focus, so that nothing scrolls to another row.
    await ours.page.getByRole('treeitem').first().click()
    await peer.evaluate((all) => window.showTree?.([...all], true), folders)
    await peer.waitForTimeout(1_000)
    const toggle = await compare({
      ...compared,
      what: 'tree: toggle of a folder with 600 open below it',
      ours: () => toggled(ours.page),
      peer: () => toggled(peer),
    })
    rows.push(toggle, within('tree: toggle, of its own', toggle.ours, TOGGLE_MS))
    const frames = await compare({
      ...compared,
      what: 'tree: longest frame while all of it goes by',
      ours: () => longestFrame(ours.page),
      peer: () => longestFrame(peer),
    })
    rows.push(frames, within('tree: longest frame, of its own', frames.ours, FRAME_MS))
    return rows
  } finally {
    await browser.close()
  }
}

const within = (what: string, ours: number, goal: number): Figure => ({
  what,
  ours,
  unit: 'ms',
  goal,
  met: ours <= goal,
})

/** Eight trees of the same shape, each with eight levels. */
function foldersOf(): readonly PeerFolder[] {
  const folders: PeerFolder[] = []
  for (let at = 0; at < FOLDERS; at++) {
    const place = at % (FOLDERS / 8)
    const parent = place === 0 ? undefined : at - place + Math.floor((place - 1) / 2.5)
    folders.push({
      id: `b-${at}`,
      name: `Folder ${String(at).padStart(4, '0')}`,
      parentId: parent === undefined ? null : `b-${parent}`,
      documents: DOCUMENTS / FOLDERS,
    })
  }
  const depth = (folder: PeerFolder | undefined): number =>
    folder === undefined ? 0 : 1 + depth(folders.find(({ id }) => id === folder.parentId))
  if (depth(folders.at(-1)) < LEVELS) throw new Error('the tree is flatter than it should be')
  return folders
}

/** Adds the folders above those of the sample, and their documents, as another device would do it. */
function fill(app: Host, folders: readonly PeerFolder[]): void {
  const at = app.clock.now()
  const { store } = app.service
  const ids = new Map<string, number>()
  store.transaction(() =>
    folders.forEach(({ id, name, parentId: parent }, index) => {
      const parentId = parent === null ? null : ids.get(parent)!
      const added = { parentId, name, position: index - folders.length, createdAt: at, updatedAt: at }
      ids.set(id, store.folders.add(ACCOUNT, added))
    }),
  )
  const folderIds = [...ids.values()]
  for (let n = 0; n < DOCUMENTS; n++)
    app.addDocument({
      title: `Note ${n}`,
      folderId: folderIds[n % folderIds.length]!,
      states: [{ at, text: `Words of note ${n}, and more.`, status: 'draft' }],
    })
}

/** Waits until main has read all documents from the service. */
async function everythingIsHere({ page, app }: OurWindow): Promise<void> {
  await app.hear()
  const drafts = page.getByRole('button', { name: /^Drafts/ })
  await drafts.getByText(/^50,\d{3}$/).waitFor({ timeout: PULL_MS })
}

/** Removes and restores the tree with all of its folders, as after a switch of libraries. */
async function firstRows({ page, app }: OurWindow): Promise<number> {
  const tell = () =>
    app.tell('library.changed', { documents: false, gone: false, folders: true, tags: false })
  const whole = await app.ask('library.get', undefined)
  app.answerWith('library.get', { ok: true, value: { ...whole, folders: [] } })
  await tell()
  await page.waitForFunction(() => document.querySelector('[role=tree] [role=treeitem]') === null)
  app.answerWith('library.get', undefined)
  const shown = page.evaluate(async () => {
    const started = performance.now()
    while (document.querySelector('[role=tree] [role=treeitem]') === null)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - started
  })
  await tell()
  return shown
}

/** Runs in the page of the peer. */
async function paintedPeer(folders: readonly PeerFolder[]): Promise<number> {
  window.showTree?.([], false)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const started = performance.now()
  window.showTree?.(structuredClone(folders) as PeerFolder[], false)
  while (document.querySelectorAll('[role=treeitem]').length === 0)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - started
}

/** Opens every folder of the app's tree, one level with each key, from a row of that level. */
async function openAll(page: Page): Promise<void> {
  for (let level = 1; level < LEVELS; level++) {
    await page.evaluate(async (wanted) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      document.querySelector('[role=tree]')?.parentElement?.scrollTo({ top: 0 })
      await frame()
      const row = document.querySelector<HTMLElement>(`[role=treeitem][aria-level="${wanted}"]`)
      row?.focus()
      await frame()
      row?.dispatchEvent(new KeyboardEvent('keydown', { key: '*', bubbles: true }))
      await frame()
      await frame()
    }, level)
  }
  await page.evaluate(() => document.querySelector('[role=tree]')?.parentElement?.scrollTo({ top: 0 }))
}

/**
 * The time from a click on the icon of the first row to the painted frame: closes an open row, and opens it again
 * without measuring.
 */
function toggled(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const painted = () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(), { once: true })
          port1.start()
          port2.postMessage(0)
        }),
      )
    const click = async (expanded: boolean) => {
      const row = document.querySelector<HTMLElement>('[role=treeitem]')
      const started = performance.now()
      ;(row?.querySelector<HTMLElement>('span:first-child') ?? row)?.click()
      do await painted()
      while (document.querySelector('[role=treeitem]')?.getAttribute('aria-expanded') !== String(expanded))
      return performance.now() - started
    }
    const closing = await click(false)
    return (closing + (await click(true))) / 2
  })
}

/** The longest time between two frames, in ms, while the tree is scrolled from top to bottom. */
function longestFrame(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('[role=tree]')?.parentElement
    if (scroller == null) return Number.NaN
    scroller.scrollTop = 0
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    await frame()
    let before = await frame()
    let longest = 0
    const step = (scroller.scrollHeight - scroller.clientHeight) / 120
    for (let at = 0; at < 120; at++) {
      scroller.scrollTop += step
      const now = await frame()
      longest = Math.max(longest, now - before)
      before = now
    }
    return longest
  })
}
