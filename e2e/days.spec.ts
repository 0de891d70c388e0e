import { dayText } from '../shared/text/date-text'
import { expect, startApp, test } from './app'
import { freshFolder, removeFolder } from './paths'

test('captured words are kept through a kill, and then stand once at the end of the day, here and on the service', async ({
  service,
}) => {
  test.setTimeout(120_000)
  const profile = freshFolder('capture')
  const app = await startApp({ profile, service })
  await app.runCommand('Capture…')
  await app.page.getByRole('option', { name: 'In no folder' }).click()
  const words = app.page.getByRole('textbox', { name: 'Words to capture' })
  await expect(words).toBeFocused()
  await app.page.keyboard.type('Ask about the honey')
  // A pause is what keeps them (W1).
  await app.page.waitForTimeout(1_000)
  await app.kill()

  const again = await startApp({ profile, service })
  await again.runCommand('Capture…')
  await expect(again.page.getByRole('textbox', { name: 'Words to capture' })).toHaveValue(
    'Ask about the honey',
  )
  await again.page.keyboard.press('Control+Enter')
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
