import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { API_PREFIX } from '../../shared/api/api-prefix'
import { startApp, type App } from '../app'
import { stet } from '../command'
import { freshFolder } from '../paths'
import { footprintOf } from '../processes'
import { startService, type RunningService } from '../service'
import { proseOf } from './long-text'
import type { Figure } from './row'

const CHAPTERS = 10
const WORDS = 300_000
/** The average length of a word with its space and the characters of markdown. */
const LETTERS_A_WORD = 5.7
const PICTURES = 100
const BYTES = 200_000
const GOAL_S = 20
const GOAL_MB = 500
/** The noticeable delay of the window. */
const STILL_GOAL_MS = 200
const FORMS = ['pdf', 'docx', 'html', 'epub'] as const

/**
 * Exports a book of 300,000 words with 100 images from the running app in every format. Measures the time of the
 * command, including the start of its process, the private memory of main, and the longest time for which the window is
 * blocked. The first format reads the images from the service; for the others they are on the device.
 */
export default async function leaving(): Promise<Figure[]> {
  const service = await startService()
  const folder = freshFolder('export-bench')
  try {
    const app = await startApp({ service })
    try {
      await fill(service, await app.page.screenshot())
      await app.page.getByRole('treeitem', { name: 'Book' }).waitFor({ timeout: 180_000 })
      await app.page.getByRole('option', { name: `Chapter ${CHAPTERS}` }).waitFor({ timeout: 180_000 })
      const figures: Figure[] = []
      for (const form of FORMS)
        figures.push(...(await figuresOf(app, path.join(folder, `Book.${form}`), form)))
      return figures
    } finally {
      await app.close()
    }
  } finally {
    await service.dispose()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(service: RunningService, picture: Uint8Array): Promise<void> {
  const answer = await service.request('POST', '/folders', { name: 'Book' })
  const { data: book } = (await answer.json()) as { data: { id: number } }
  for (let chapter = 1; chapter <= CHAPTERS; chapter++) {
    const blocks = proseOf((WORDS * LETTERS_A_WORD) / CHAPTERS).split('\n\n')
    const every = Math.floor((blocks.length * CHAPTERS) / PICTURES)
    const content: string[] = []
    let shown = 0
    for (const [index, block] of blocks.entries()) {
      content.push(block)
      if (index % every !== 0 || shown === PICTURES / CHAPTERS) continue
      shown++
      content.push(`![A picture](${await upload(service, picture)})`)
    }
    if (shown !== PICTURES / CHAPTERS) throw new Error(`a chapter has ${shown} pictures`)
    await service.create({ title: `Chapter ${chapter}`, content: content.join('\n\n'), folder_id: book.id })
  }
}

/** Makes each image different, by data after the end of the PNG that no program reads. */
async function upload({ url, key }: RunningService, picture: Uint8Array): Promise<string> {
  const form = new FormData()
  const bytes = Buffer.concat([picture, randomBytes(Math.max(16, BYTES - picture.length))])
  form.append('file', new Blob([bytes], { type: 'image/png' }), 'picture.png')
  const headers = { Authorization: `Bearer ${key}` }
  const answer = await fetch(`${url}${API_PREFIX}/files`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: readonly { readonly id: number }[] }
  return `${API_PREFIX}/files/${data[0]?.id}/serve`
}

async function figuresOf({ electron, page, profile }: App, file: string, form: string): Promise<Figure[]> {
  const main = electron.process().pid
  if (main === undefined) throw new Error('the app does not run')
  let kb = 0
  const timer = setInterval(() => (kb = Math.max(kb, footprintOf(main))), 20)
  const still = await watchWindow(page)
  const begun = performance.now()
  const { code, complaint } = await stet(profile, ['--export', '--folder', 'Book', '--to', file])
  const seconds = (performance.now() - begun) / 1_000
  const stillMs = await still()
  clearInterval(timer)
  if (code !== 0 || complaint !== '') throw new Error(`${form}: ${code} ${complaint}`)
  const mb = kb / 1_000
  const what = `export of 300,000 words with 100 pictures as ${form}`
  return [
    { what, ours: seconds, unit: 's', goal: GOAL_S, met: seconds <= GOAL_S },
    { what: `${what}: memory of main, the most`, ours: mb, unit: 'MB', goal: GOAL_MB, met: mb <= GOAL_MB },
    {
      what: `${what}: the window stands still, at most`,
      ...{ ours: stillMs, unit: 'ms', goal: STILL_GOAL_MS, met: stillMs <= STILL_GOAL_MS },
    },
  ]
}

/**
 * Starts watching the window; the returned function ends this and gives the longest time, in ms by the clock, for which
 * the window was blocked.
 */
async function watchWindow(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }, 4)
    return { end: () => (clearInterval(timer), longest) }
  })
  return () => watch.evaluate(({ end }) => end())
}
