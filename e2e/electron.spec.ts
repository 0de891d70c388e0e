import { expect, test } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { launchElectron } from './electron'
import { freshFolder, removeFolder, WAIT_MS } from './paths'

/** An app with one window. Its main process is busy, and collects garbage at every call from the test. */
const BUSY = `
const { app, BrowserWindow } = require('electron')
require('node:v8').setFlagsFromString('--expose-gc')
const collect = require('node:vm').runInNewContext('gc')
function beBusy() {
  for (let times = 0; times < 6; times++) {
    collect()
    for (let turn = 0; turn < 3_000_000; turn++);
  }
  setImmediate(beBusy)
}
globalThis.beBusy = beBusy
app.whenReady().then(() => new BrowserWindow({ show: false }).loadURL('data:text/html,a'))
`

test('no answer of main is lost where it collects its garbage meanwhile', async () => {
  const folder = freshFolder('busy-app')
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"busy","main":"main.js"}')
  fs.writeFileSync(path.join(folder, 'main.js'), BUSY)
  const electron = await launchElectron({ env: process.env as Record<string, string> }, folder)
  await electron.firstWindow({ timeout: WAIT_MS })
  await electron.evaluate(() => (globalThis as unknown as { beBusy: () => void }).beBusy())
  const answers: number[] = []
  for (let asked = 0; asked < 20; asked++)
    answers.push(await electron.evaluate((_electron, number) => number, asked))
  expect(answers).toEqual(Array.from({ length: 20 }, (_, asked) => asked))
  await electron.close()
  removeFolder(folder)
})
