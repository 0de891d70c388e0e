import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from './app'

test('what a process leaves when it dies stays in the profile, and a report names it', async ({ start }) => {
  const first = await start()
  const { profile } = first
  await first.newDocument('Tides')
  await first.type('Boats lie on the mud.')
  await first.waitForPhase('clean')
  const gone = new Promise((resolve) => first.electron.process().once('exit', resolve))
  await first.electron.evaluate(() => setTimeout(() => process.crash(), 100))
  await gone
  const dumps = () =>
    fs
      .readdirSync(path.join(profile, 'crashes'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
  await expect.poll(() => dumps().length).toBe(1)

  const again = await start({ profile })
  await again.openDocument('Tides')
  expect(await again.readText()).toBe('Boats lie on the mud.')
  await again.runCommand('Report a problem')
  const report = again.page.getByRole('group', { name: 'Report' })
  await expect(report).toContainText('Crashes that were recorded')
  await expect(report).toContainText(path.basename(dumps()[0] ?? 'none'))
})
