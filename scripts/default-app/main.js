// The app of a bare Electron: reads the command line, then runs the app named there. Only the development runtime of
// electron-runtime.mjs contains it; an Electron that was downloaded in the usual way has its own.
import { app } from 'electron'
import { readFileSync, statSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Functions that Electron's own default app also calls, and that are missing in the type definitions.
 *
 * @typedef {{ _preloadModules(files: readonly string[]): void }} ModuleInternals
 * @typedef {{ setVersion(version: string): void, setAppPath(path: string): void }} AppInternals
 */
const modules = /** @type {typeof Module & ModuleInternals} */ (Module)
const ownApp = /** @type {Electron.App & AppInternals} */ (app)

const request = readCommandLine(process.argv.slice(1))

if (request.version) {
  console.log(`v${process.versions.electron}`)
  process.exit(0)
}
// Preloaded modules may shorten process.argv (Playwright's does), so the arguments are read first.
if (request.preload.length > 0) modules._preloadModules(request.preload)
if (request.app === undefined) {
  console.error('Usage: electron [-r module] <path of an app>')
  process.exit(1)
}
await runApp(resolve(request.app))

/**
 * @param {readonly string[]} args
 * @returns {{preload: readonly string[], version?: boolean, app?: string}}
 */
function readCommandLine(args) {
  /** @type {string[]} */
  const preload = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg === '-v' || arg === '--version') return { preload, version: true }
    if (arg === '-r' || arg === '--require') preload.push(args[++i] ?? '')
    else if (!arg.startsWith('-')) return { preload, app: arg }
  }
  return { preload }
}

/** @param {string} path */
async function runApp(path) {
  Object.assign(process, { defaultApp: true })
  let folder = path
  if (!statSync(path).isDirectory()) folder = dirname(path)
  else {
    const about = JSON.parse(readFileSync(resolve(path, 'package.json'), 'utf8'))
    const name = about.productName ?? about.name
    if (about.version) ownApp.setVersion(about.version)
    if (name) app.name = name
    if (about.desktopName) app.setDesktopName(about.desktopName)
    app.setPath('userData', resolve(app.getPath('appData'), app.name))
  }
  const file = createRequire(resolve(folder, 'package.json')).resolve(path)
  ownApp.setAppPath(folder)
  await import(pathToFileURL(file).href)
}
