'use strict'
// Brought into main with `--require`: what windows ask is answered only once `globalThis.answer()` has been called, so
// that a test sees what stands on the screen before.
const { ipcMain } = require('electron')

const answering = new Promise((resolve) => {
  globalThis.answer = resolve
})
const { handle } = ipcMain
ipcMain.handle = (channel, listener) =>
  handle.call(ipcMain, channel, async (...given) => {
    await answering
    return listener(...given)
  })
