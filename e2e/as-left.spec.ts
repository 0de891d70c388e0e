import type { ElectronApplication, Page } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import type { Bridge } from '../shared/ipc'
import type { LaunchCopy } from '../shared/launch-copy'
import { eventually, expect, test, type App } from './app'
import { launchElectron } from './electron'
import { ROOT } from './place'

const TEXT = Array.from({ length: 60 }, (_, at) =>
  at === 22
    ? '## Slack water'
    : `Line ${at}: the tide was an hour late, and the *ferryman* had never been late.`,
).join('\n\n')

const isKept = (profile: string) => fs.existsSync(path.join(profile, 'as-left.json'))
const kept = (app: App) => eventually(() => isKept(app.profile) || undefined)

function readCopy(profile: string) {
  const kept = JSON.parse(fs.readFileSync(path.join(profile, 'as-left.json'), 'utf8')) as {
    readonly copy: string
  }
  return { kept, copy: JSON.parse(kept.copy) as LaunchCopy }
}

/** Of a copy of the window with the cursor in its text; one of before may still be there when the cursor has just come. */
function documentOfCopy(profile: string): string | undefined {
  try {
    return readCopy(profile).copy.document ?? undefined
  } catch {
    return undefined
  }
}

/** A line, row, pane or button that is to be seen: where it is, and what is in it. */
interface Part {
  readonly what: string
  readonly box: readonly number[]
}

const picture = (page: Page, root: '#app' | '#as-left'): Promise<readonly Part[]> =>
  page.evaluate((within) => {
    const parts = document.querySelectorAll(
      `${within} :is(.cm-line, [data-pane], [aria-selected], textarea, button)`,
    )
    return [...parts].flatMap((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      const top = part.closest('[data-scroller]')?.getBoundingClientRect().top ?? 0
      const isSeen = height > 0 && y < innerHeight && y + height > top && part.closest('[data-kept]') === null
      const text = part.matches('.cm-line') ? part.textContent : ''
      return isSeen ? { what: `${part.localName} ${text}`.trim(), box: [x, y, width, height] } : []
    })
  }, root)

/** The heights of lines above the screen are estimated at first, in parts of a pixel; Chromium scrolls by whole ones. */
function expectInPlace(now: readonly Part[], before: readonly Part[]): void {
  const words = (parts: readonly Part[]) => parts.map(({ what }) => what.replace(/(?<=Slack water).*/, ''))
  expect(words(now)).toEqual(words(before))
  const moved = now.flatMap(({ box }, at) => box.map((edge, side) => Math.abs(edge - before[at]!.box[side]!)))
  expect(Math.max(...moved)).toBeLessThanOrEqual(1)
}

/** A start of which main answers nothing until `answer`. */
async function startHeld(profile: string, service: { readonly url: string; readonly key: string }) {
  const electron = await launchElectron(
    {
      env: {
        ...(process.env as Record<string, string>),
        STET_PROFILE: profile,
        STET_URL: service.url,
        STET_KEY: service.key,
      },
    },
    ROOT,
    ['--require', path.join(ROOT, 'e2e/held-answers.cjs')],
  )
  return { electron, page: await electron.firstWindow() }
}

const answer = (electron: ElectronApplication) =>
  electron.evaluate(() => (globalThis as unknown as { answer(): void }).answer())

test('a start paints the page as it was left, and the app takes it over, with what was typed meanwhile', async ({
  start,
  service,
}) => {
  await service.create({ title: 'Tides', content: TEXT })
  const app = await start({ service })
  await app.openDocument('Tides')
  await app.page.evaluate(() =>
    (window as unknown as { readonly app: Bridge }).app.call('settings.set', { theme: 'dark' }),
  )
  await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const size = [900, 600]
  await app.electron.evaluate(
    ({ BrowserWindow }, [width = 0, height = 0]) =>
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
    size,
  )
  await expect.poll(() => app.page.evaluate(() => [innerWidth, innerHeight])).toEqual(size)
  // Between two lines, and with the cursor on a line that has room.
  const scroller = app.page.locator('[data-scroller]')
  await scroller.evaluate((element) => (element.scrollTop = 1_400))
  await app.text.getByText('Slack water').click()
  await app.page.keyboard.press('End')
  await eventually(() => documentOfCopy(app.profile))
  const left = await picture(app.page, '#app')
  expect(left.some(({ what }) => what.endsWith('Slack water'))).toBe(true)
  await app.close()

  const { electron, page } = await startHeld(app.profile, service)
  await expect(page.locator('#as-left')).toBeVisible()
  await expect.poll(() => picture(page, '#as-left')).toEqual(left)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.fonts.check('18px "Literata Variable"'))).toBe(true)
  await page.keyboard.type(', held')
  // A character that an input method is still composing when the app takes over.
  const input = await electron.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: ' と', selectionStart: 2, selectionEnd: 2 })
  await answer(electron)
  await expect(page.locator('#as-left')).toHaveCount(0)
  const text = page.getByRole('textbox', { name: 'Document text' })
  await expect(text).toBeVisible()
  await expect(text).not.toBeFocused()
  await input.send('Input.insertText', { text: ' 時' })
  await expect(text).toBeFocused()
  await page.keyboard.type('; typed')
  await expect(text).toContainText('Slack water, held 時; typed')
  await expect(async () => expectInPlace(await picture(page, '#app'), left)).toPass({ timeout: 5_000 })

  await eventually(async () =>
    (await service.documents()).find(({ content }) => content.includes('## Slack water, held 時; typed')),
  )
  await electron.close()
})

test('a kill after a change starts without a copy; a damaged one is passed over; words for a document that is gone are kept', async ({
  start,
  service,
}) => {
  await service.create({ title: 'Tides', content: TEXT })
  const app = await start({ service })
  await app.openDocument('Tides')
  await kept(app)
  await app.text.click()
  await app.page.keyboard.type('x')
  await expect.poll(() => isKept(app.profile), { intervals: [20] }).toBe(false)
  await app.kill()

  fs.writeFileSync(path.join(app.profile, 'as-left.json'), '{"copy":"<script>')
  const { electron, page } = await startHeld(app.profile, service)
  await expect(page.locator('#app')).toBeAttached()
  expect(await page.locator('#as-left').count()).toBe(0)
  await eventually(() => !isKept(app.profile) || undefined)
  await answer(electron)
  const text = page.getByRole('textbox', { name: 'Document text' })
  await text.click()
  await eventually(() => documentOfCopy(app.profile))
  await electron.close()

  // Words for a document that is no more become one of their own.
  const file = path.join(app.profile, 'as-left.json')
  const left = readCopy(app.profile)
  fs.writeFileSync(
    file,
    JSON.stringify({ ...left.kept, copy: JSON.stringify({ ...left.copy, document: 'gone' }) }),
  )
  const again = await startHeld(app.profile, service)
  await expect(again.page.locator('#as-left')).toBeVisible()
  await again.page.keyboard.type('Not to be lost')
  await answer(again.electron)
  await expect(again.page.getByRole('textbox', { name: 'Document text' })).toHaveText('Not to be lost')
  await eventually(async () =>
    (await service.documents()).find(({ content }) => content === 'Not to be lost'),
  )
  await again.electron.close()
})
