import { dayText } from '../shared/text/date-text'
import { expect, startApp, test } from './app'
import { startFaultProxy } from './faults'
import { freshFolder, removeFolder } from './paths'

test('captured words are kept through a kill, and then stand once at the end of the day, here and on the service', async ({
  service,
}) => {
  const profile = freshFolder('capture')
  const app = await startApp({ profile, service })
  await app.runCommand('Capture…')
  const words = app.page.getByRole('textbox', { name: 'Words to capture' })
  await expect(words).toBeFocused()
  await app.page.keyboard.type('Ask about the honey')
  // Words are stored in a pause (W1).
  await app.page.waitForTimeout(1_000)
  await app.kill()

  const again = await startApp({ profile, service })
  await again.runCommand('Capture…')
  await expect(again.page.getByRole('textbox', { name: 'Words to capture' })).toHaveValue(
    'Ask about the honey',
  )
  await again.page.keyboard.press('ControlOrMeta+Enter')
  await again.page.getByRole('option', { name: 'In no folder' }).click()
  const day = dayText(new Date())
  await expect(again.page.getByRole('status', { name: 'Notice', exact: true })).toContainText(
    `Added to “${day}”`,
  )
  await again.runCommand('Today')
  await expect(again.title).toHaveValue(day)
  expect(await again.readText()).toBe('Ask about the honey')
  await again.waitForPhase('clean')
  const days = (await service.documents()).filter(({ title }) => title === day)
  expect(days.map(({ content }) => content)).toEqual(['Ask about the honey'])
  await again.close()
  removeFolder(profile)
})

test('two apps without a network make the same day, and both come to one document with the words of both', async ({
  start,
  service,
}) => {
  const day = dayText(new Date())
  const [toHere, toThere] = await Promise.all([startFaultProxy(service.url), startFaultProxy(service.url)])
  try {
    const here = await start({ service: { url: toHere.url, key: service.key } })
    const there = await start({ service: { url: toThere.url, key: service.key } })
    for (const { connection } of [here, there]) await expect(connection).toHaveText('Online')
    for (const { faults } of [toHere, toThere]) faults.offline(true)
    for (const [app, words] of [
      [here, 'from here'],
      [there, 'from there'],
    ] as const) {
      await app.runCommand('Today')
      await app.page.getByRole('option', { name: 'In no folder' }).click()
      await expect(app.title).toHaveValue(day)
      await app.page.keyboard.type(words)
      await expect(app.saveStatus).toHaveText('On this device')
    }
    toHere.faults.offline(false)
    await here.runCommand('Check for changes')
    await expect.poll(async () => (await service.documents()).length).toBe(1)
    toThere.faults.offline(false)
    await there.runCommand('Check for changes')
    await there.waitForPhase('clean')
    await there.runCommand('Check for changes')
    const texts = async () => (await service.documents()).map(({ title, content }) => [title, content])
    await expect.poll(texts).toEqual([[day, 'from here\n\nfrom there']])
    await expect(there.title).toHaveValue(day)
    await expect.poll(() => there.readText()).toBe('from here\n\nfrom there')
    // The cursor is after the words typed on this device.
    await expect(there.text).toBeFocused()
    await there.page.keyboard.type(', still')
    await there.page.keyboard.press('ControlOrMeta+s')
    await expect.poll(texts).toEqual([[day, 'from here\n\nfrom there, still']])
    await here.runCommand('Check for changes')
    await expect.poll(() => here.readText()).toBe('from here\n\nfrom there, still')
    await expect(here.documents.getByRole('option')).toHaveCount(1)
  } finally {
    await Promise.all([toHere.close(), toThere.close()])
  }
})
