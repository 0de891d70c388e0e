import { trimEndOf } from '../shared/text/trim'
import { app, crashReporter, dialog, ipcMain, session } from 'electron'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMMAND_CHANNEL } from '../shared/ipc/channels'
import { buildKind } from './app/build-kind'
import { registerAppScheme, serveApp, serveDiagrams } from './app/app-protocol'
import type { compose as Compose, Gate, Running } from './composition'
import { serveFiles } from './app/file-protocol'
import type { CommandLine, ExportAsked, ExportOutcome } from './export/command-line/arguments'
import { isAppPage } from './app/app-page'
import { folderProblem, homelessProfile, takeEnvironment } from './system/profile'
import { followParent, mustStartAnew, startAnew } from './app/start-anew'
import { refusedDebugging, refusedWithoutSandbox } from './app/refused-switches'
import { showStartupError } from './app/startup-error'
import { lockSession } from './app/windows/window'
import { createWindows } from './app/windows/windows'
import { messageOf } from '../shared/thrown'

/**
 * The start loads only what the first window needs. Everything else (`composition.ts`) is read from the disk while that
 * window's process starts; no import here may load it, nor zod.
 */
if (mustStartAnew(process.env)) process.exit(startAnew())
followParent(process.env, () => app.quit())
const hasSwitch = (name: string) => buildKind() === 'release' && app.commandLine.hasSwitch(name)
const debugging = refusedDebugging(hasSwitch)
if (debugging !== undefined) {
  process.stderr.write(`${debugging}\n`)
  process.exit(1)
}
const environment = takeEnvironment(process.env)
for (const ignored of environment.ignored) process.stderr.write(`${ignored}\n`)
const built = path.dirname(fileURLToPath(import.meta.url))
const renderer = path.join(built, '../renderer')

const words = process.argv.slice(app.isPackaged ? 1 : 2)
const commandLine =
  words.includes('--export') || words.includes('--help')
    ? (await import('./export/command-line/arguments')).readCommandLine(words, process.cwd())
    : undefined
const profile = environment.profile ?? homelessProfile(process.env, app.getName()) ?? usualProfile()
registerAppScheme()
const unsandboxed = refusedWithoutSandbox(hasSwitch)
/** A start that is refused, or only prints a message, neither makes nor changes a profile. */
const needsProfile = unsandboxed === undefined && commandLine?.kind !== 'end'
const unusable = needsProfile ? folderProblem(profile) : undefined
if (needsProfile && unusable === undefined) useProfile()
// Chromium needs a folder even where ours cannot be used; otherwise no message could be shown.
else app.setPath('userData', mkdtempSync(path.join(tmpdir(), 'stet-')))
const windows = createWindows({ preload: path.join(built, '../preload/preload.cjs'), profile, report })
let running: Running | undefined
if (unsandboxed !== undefined) void refuseStart(unsandboxed)
else if (commandLine !== undefined) void answerCommandLine(commandLine)
else if (unusable !== undefined || isOnlyOne()) void app.whenReady().then(run)
else app.quit()

/**
 * Shows a message, because a person who started the app from its menu entry does not see standard error. Nothing in the
 * profile is opened.
 */
async function refuseStart(why: string): Promise<void> {
  process.stderr.write(`${why}\n`)
  await app.whenReady()
  if (commandLine === undefined) dialog.showErrorBox('Stet', why)
  app.exit(1)
}

/** Electron throws where it cannot make the folder, and nobody would learn why the app does not start. */
function usualProfile(): string {
  try {
    return app.getPath('userData')
  } catch {
    return path.join(app.getPath('appData'), app.getName())
  }
}

/** Puts Chromium's own files into a folder of their own. */
function useProfile(): void {
  app.setPath('userData', profile)
  const own = path.join(profile, 'chromium')
  mkdirSync(own, { recursive: true, mode: 0o700 })
  app.setPath('sessionData', own)
  // Crash dumps stay on this device: they may contain words.
  app.setPath('crashDumps', path.join(profile, 'crashes'))
  crashReporter.start({ uploadToServer: false })
}

/** A report for somebody who helps. */
async function report(): Promise<string> {
  const { problemReport } = await import('./system/problem-report')
  const language = app.getPreferredSystemLanguages()[0] ?? app.getLocale()
  return problemReport({ version: app.getVersion(), build: buildKind(), language, profile })
}

/** Whether this is the only app with this profile: a second start focuses the first window. */
function isOnlyOne(): boolean {
  return app.requestSingleInstanceLock()
}

/**
 * Handles `stet --export …`: writes one file, or lets the running app write it, and ends without a window of its own.
 */
async function answerCommandLine(line: CommandLine): Promise<void> {
  const { code, said, complaint } = line.kind === 'end' ? line.outcome : await exported(line.asked)
  process.stdout.write(said)
  process.stderr.write(complaint)
  app.exit(code)
}

async function exported(what: ExportAsked): Promise<ExportOutcome> {
  const { failed } = await import('./export/command-line/arguments')
  if (unusable !== undefined) return failed(`Stet cannot use the folder ${profile}: ${unusable}`)
  const { answerExport, handedExport, handOver } = await import('./export/command-line/hand-over')
  const elsewhere = await handOver(what, (handed) => app.requestSingleInstanceLock(handed))
  if (elsewhere !== undefined) return elsewhere
  let startsAfter: readonly string[] | undefined
  app.on('second-instance', (_event, others, _folder, data) => {
    const handed = handedExport(data)
    if (handed === undefined) startsAfter = others.slice(1)
    else void answerExport(handed, () => Promise.resolve(failed(ANOTHER_EXPORT)))
  })
  await app.whenReady()
  lockSession(session.defaultSession)
  const { exportOnly } = await import('./export-only')
  const outcome = await exportOnly(what, { profile, built, environment })
  // Somebody has started the app meanwhile, and waits for its window.
  if (startsAfter !== undefined) app.relaunch({ args: [...startsAfter] })
  return outcome
}

async function run(): Promise<void> {
  lockSession(session.defaultSession)
  serveApp(session.defaultSession, renderer)
  serveDiagrams(session.defaultSession, async (address) =>
    (await import('./diagrams/diagram-files')).diagramFile(address, built),
  )
  // A page can use only protocols that were registered before it was opened.
  serveFiles(session.defaultSession, async (file) => (await gate).file(file))
  await profileInOrder()
  takeCommands()
  running = await openUntilItWorks()
  running.openAsked(asked.splice(0))
}

const ANOTHER_EXPORT = 'Another export of this profile is running. Try again when it has ended.'

// Without a listener Electron quits when the window of a startup error closes before the first real one is open.
app.on('window-all-closed', () => {
  if (running !== undefined && process.platform !== 'darwin') app.quit()
})

/** Files and links that the system passes before the library is open wait for it. */
const asked: string[] = []
const ask = (event: { preventDefault(): void }, one: string) => {
  event.preventDefault()
  if (running === undefined) asked.push(one)
  else running.openAsked([one])
}
app.on('open-file', ask)
app.on('open-url', ask)

/** Waits until the profile can be used; the writer is told why it cannot, and asks for another attempt. */
async function profileInOrder(): Promise<void> {
  if (unusable === undefined) return
  for (let reason: string | undefined = unusable; reason !== undefined; reason = folderProblem(profile))
    await tell(reason)
  useProfile()
  if (!isOnlyOne()) app.exit(0)
}

/**
 * Opens the first window and, while its process starts, the profile's library; where that fails the writer is told why,
 * and may try again.
 */
async function openUntilItWorks(): Promise<Running> {
  for (;;) {
    const window = windows.open()
    try {
      const compose = await readTheRest()
      return await compose({ profile, built, environment, windows, openGate, report })
    } catch (error) {
      window.destroy()
      await tell(messageOf(error), codeOf(error))
    }
  }
}

/**
 * Loads the rest of main in small steps: between them the window's page, which needs this thread at every step, makes
 * progress. The order is that of the imports.
 */
async function readTheRest(): Promise<typeof Compose> {
  for (const read of [
    () => import('../shared/ipc/ipc'),
    () => import('./documents/documents'),
    () => import('./library/library'),
    () => import('./connections/workspaces'),
  ]) {
    await read()
    await turnOfChromium()
  }
  const { compose } = await import('./composition')
  await turnOfChromium()
  return compose
}

/** A timeout is used because an immediate would run in the same turn. */
const turnOfChromium = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * Shows the fault of a start, and how to fix it; `code` is that of a `Problem`, whose module would load the schemas.
 */
async function tell(reason: string, code?: unknown): Promise<void> {
  const { startFailure } = await import('./app/start-failure')
  return showStartupError({
    ...startFailure(code, `${trimEndOf(reason, '.')}.`, profile),
    folder: path.dirname(profile),
    ...(code === 'newer-version' && { readTexts: readOnly }),
  })
}

/**
 * Opens the texts of a library that this version may not write to; returns the reason where they cannot be read either.
 */
async function readOnly(): Promise<string | undefined> {
  try {
    const { openReadingWindow } = await import('./reading/reading-window')
    openReadingWindow(profile)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

const codeOf = (error: unknown): unknown =>
  (error as { readonly problem?: { readonly code?: unknown } } | undefined)?.problem?.code

/** Lets requests of the first window wait for the library. */
function takeCommands(): void {
  ipcMain.handle(COMMAND_CHANNEL, async (event, name: unknown, input: unknown, library: unknown) => {
    const { sender, senderFrame: frame } = event
    const known =
      frame !== null && frame === sender.mainFrame && isAppPage(frame.url) && windows.areOurs(sender)
    return (await gate).command({ sender, known }, name, input, library)
  })
}

let openGate: (gate: Gate) => void
const gate = new Promise<Gate>((resolve) => (openGate = resolve))
