import fs from 'node:fs'
import path from 'node:path'
import type { FileRecord } from '../shared/api/api-records'
import { appOfFile, expect, onLinux, test, type App } from './app'
import { startFaultProxy } from './faults'
import { fillDisk } from './full-disk'
import { freshFolder } from './paths'
import type { RunningService } from './service'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Pastes an image as a page receives it from the clipboard. */
async function pasteImage(app: App, name: string): Promise<void> {
  await app.text.click()
  await app.text.evaluate(
    (element, given) => {
      const bytes = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], given.name, { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { base64: PIXEL, name },
  )
}

const widths = (app: App) =>
  app.text
    .locator('.cm-picture img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))

async function filesOf(service: RunningService): Promise<FileRecord[]> {
  const answer = await service.request('GET', '/files')
  return ((await answer.json()) as { data: FileRecord[] }).data
}
const textsOf = async (service: RunningService) => (await service.documents()).map(({ content }) => content)

const running = appOfFile()

test('a pasted image is shown at once, on a plane too, is uploaded, and its link becomes the served one', async () => {
  const { app, service } = running()
  await app.newDocument('Harbour')
  await pasteImage(app, 'map.png')
  await expect.poll(() => widths(app)).toEqual([1])
  await expect.poll(() => filesOf(service)).toHaveLength(1)
  const [map] = await filesOf(service)
  await expect.poll(() => textsOf(service)).toEqual([`![map.png](/api/v1/files/${map?.id}/serve)`])
  await expect.poll(() => widths(app)).toEqual([1])

  await service.stop()
  await app.page.keyboard.press('ControlOrMeta+End')
  await app.page.keyboard.press('Enter')
  await pasteImage(app, 'boat.png')
  await expect.poll(() => widths(app)).toEqual([1, 1])
  await service.restart()
  await expect
    .poll(async () => (await textsOf(service))[0]?.match(/\/api\/v1\/files\/\d+\/serve/g))
    .toHaveLength(2)
  expect((await filesOf(service)).map(({ name }) => name).toSorted()).toEqual(['boat.png', 'map.png'])
})

test('a picture that is pasted at the lower edge is brought into view whole', async () => {
  const { app } = running()
  await app.newDocument('Long')
  await app.text.click()
  await app.page.keyboard.insertText('A paragraph.\n\n'.repeat(60))
  await app.text.evaluate(async (element) => {
    const canvas = new OffscreenCanvas(400, 300)
    canvas.getContext('2d')?.fillRect(0, 0, 400, 300)
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([await canvas.convertToBlob()], 'map.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => widths(app)).toEqual([400])
  const below = () =>
    app.page.locator('[data-scroller]').evaluate((scroller) => {
      const { bottom } = scroller.querySelector('.cm-picture img')!.getBoundingClientRect()
      return Math.max(0, Math.round(bottom - scroller.getBoundingClientRect().bottom))
    })
  await expect.poll(below).toBe(0)
})

test('a picture that comes back into view has its room before it is loaded, and is not distorted', async () => {
  const { app } = running()
  await app.newDocument('Estuary')
  await app.text.click()
  await app.text.evaluate(async (element) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 2000, height: 500 })
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes ?? ''], 'wide.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const picture = app.text.locator('.cm-picture img')
  const sizeOf = () =>
    picture.evaluateAll((images) =>
      images.map((image) => {
        const { width, height } = image.getBoundingClientRect()
        return [Math.round(width), Math.round(height)]
      }),
    )
  await expect.poll(() => widths(app)).toEqual([2_000])
  // The link of the image changes once its file is uploaded.
  await expect(picture).toHaveAttribute('src', /serve/)
  await expect.poll(() => widths(app)).toEqual([2_000])
  const [[width = 0, height = 0] = []] = await sizeOf()
  expect(width).toBeGreaterThan(300)
  expect(Math.abs(width / 4 - height)).toBeLessThanOrEqual(1)
  await app.page.keyboard.press('ControlOrMeta+End')
  await app.page.keyboard.insertText('\n\nA line.'.repeat(200))
  await app.page.keyboard.press('ControlOrMeta+End')
  await expect(picture).toHaveCount(0)
  // The file arrives late, but its space is reserved at once.
  await app.page.evaluate(() => {
    const drawn = new MutationObserver(() => {
      const image = document.querySelector('.cm-picture img')
      if (image === null) return
      drawn.disconnect()
      const { width: wide, height: high } = image.getBoundingClientRect()
      Object.assign(window, { firstSize: [Math.round(wide), Math.round(high)] })
    })
    drawn.observe(document.body, { childList: true, subtree: true })
  })
  await app.page.keyboard.press('ControlOrMeta+Home')
  await expect(picture).toHaveCount(1)
  expect(await app.page.evaluate(() => (window as unknown as { firstSize: unknown }).firstSize)).toEqual([
    width,
    height,
  ])
  await expect.poll(() => widths(app)).toEqual([2_000])
  expect(await sizeOf()).toEqual([[width, height]])
})

test('a picture that is not here says so, comes when the service is back, and another takes its place', async ({
  start,
  service,
}) => {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(PIXEL, 'base64')]), 'map.png')
  await fetch(`${service.url}/api/v1/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, Accept: 'application/json' },
    body: form,
  })
  const [map] = await filesOf(service)
  const content = `![map](/api/v1/files/${map?.id}/serve)\n\n![old](pictures/old.png)\n\nWords.`
  await service.create({ title: 'Harbour', content })
  const proxy = await startFaultProxy(service.url)
  proxy.faults.plan({ kind: 'refused' }, '/serve', 99)
  const app = await start({ service: { url: proxy.url, key: service.key } })
  await app.openDocument('Harbour')
  const said = app.text.getByRole('note')
  await expect(said.first()).toContainText(
    'This picture is not on this device, and the service cannot be reached now.',
  )
  proxy.faults.clear()
  await expect.poll(() => widths(app)).toEqual([1, 0])
  await expect(said).toHaveText(['The library has no picture at this address.Find…'])

  const other = path.join(freshFolder('pictures'), 'boat.png')
  fs.writeFileSync(other, Buffer.from(PIXEL, 'base64'))
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, other)
  await said.getByRole('button', { name: 'Find…' }).click()
  await expect.poll(() => widths(app)).toEqual([1, 1])
  await expect
    .poll(() => textsOf(service))
    .toEqual([expect.stringMatching(/!\[old\]\(\/api\/v1\/files\/\d+\/serve\)\n\nWords\.$/)])
})

onLinux(
  'a picture that a full disk does not take leaves the file that was there, and says so',
  async ({ start }) => {
    const app = await start()
    await app.newDocument('Harbour')
    await pasteImage(app, 'map.png')
    await expect.poll(() => widths(app)).toEqual([1])
    const folder = freshFolder('saved')
    const target = path.join(folder, 'map.png')
    fs.writeFileSync(target, 'Words that were there.')
    await app.electron.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, target)
    await app.runCommand('Show files')
    await app.page.getByRole('option', { name: /^map\.png/ }).click()
    const save = app.page.getByRole('button', { name: 'Save to disk…' })
    const room = fillDisk(app)
    await save.click()
    await expect(app.page.getByText(`The disk that holds ${target} is full`)).toBeVisible()
    expect(fs.readFileSync(target, 'utf8')).toBe('Words that were there.')
    expect(fs.readdirSync(folder)).toEqual(['map.png'])
    room()
    await save.click()
    await expect.poll(() => fs.readFileSync(target).toString('base64')).toBe(PIXEL)
    // The address of the image may have arrived while the disk was full. Until it is written, quitting asks the writer.
    await app.waitForPhase('clean')
  },
)
