import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from './paths'

const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const sources = fs
  .readdirSync(path.join(ROOT, 'main'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: read(path.join('main', file)) }))

const source = (name: string) => sources.find(({ file }) => file === name)?.text ?? ''

/** A CSS feature for a window that prints and runs no script. */
const STYLE_ALONE = "enableBlinkFeatures: 'PageMarginBoxes'"

test('nothing in main weakens a window', () => {
  const weak = [
    'webSecurity',
    'allowRunningInsecureContent',
    'experimentalFeatures',
    'enableBlinkFeatures',
    'allowpopups',
    'nodeIntegrationInSubFrames',
    'nodeIntegrationInWorker',
    'webviewTag: true',
    'nodeIntegration: true',
    'contextIsolation: false',
    'sandbox: false',
    'loadFile(',
  ]
  const found = sources.flatMap(({ file, text }) =>
    weak.filter((one) => text.replaceAll(STYLE_ALONE, '').includes(one)).map((one) => `${file}: ${one}`),
  )
  expect(found).toEqual([])
  const windows = sources.filter(({ text }) => text.includes('new BrowserWindow('))
  expect(windows.length).toBeGreaterThan(0)
  for (const { text } of windows)
    expect(text.match(/sandbox: true/g)).toHaveLength(text.match(/new BrowserWindow\(/g)?.length ?? 0)
})

test('every page is locked as it is made', () => {
  const window = source('app/windows/window.ts')
  for (const locked of ['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview'])
    expect(window).toContain(`contents.on('${locked}'`)
  expect(window).toContain('lockNavigation(window.webContents')
})

test('what is shipped is pinned', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as {
    devDependencies: Record<string, string>
  }
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
  expect(parse(read('electron-builder.yml'))).toMatchObject({
    electronFuses: {
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    },
  })
  expect(source('app/windows/window.ts')).toContain('devTools: !app.isPackaged')
})

/** The rows of all tables as cells. */
const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| (?!-|#|threat)/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )

test('docs/security.md has all twenty points and every finding of the last review, once each', () => {
  const ids = rows.map(([id = '']) => id).filter((id) => /^[CHML]?\d+$/.test(id))
  const wanted = [
    ['', 20] as const,
    ['C', 3] as const,
    ['H', 6] as const,
    ['M', 13] as const,
    ['L', 21] as const,
  ]
  expect(ids).toEqual(
    wanted.flatMap(([kind, count]) => Array.from({ length: count }, (_, at) => `${kind}${at + 1}`)),
  )
})

test('each wall of docs/security.md names a test that is there', () => {
  expect(rows.length).toBeGreaterThan(80)
  const absent = rows.filter((cells) => {
    const [, file, title] = /^`([^`]+)`: (.+)$/.exec(cells.at(-1) ?? '') ?? []
    if (file === undefined) return !/^(open|not tested: .+)$/.test(cells.at(-1) ?? '')
    return !fs.existsSync(path.join(ROOT, file)) || !read(file).includes(title ?? '?')
  })
  expect(absent).toEqual([])
})

test('no cell of docs/security.md is a paragraph', () => {
  const long = rows.flatMap((cells) => cells.slice(0, -1)).filter((cell) => cell.length > 110)
  expect(long).toEqual([])
})
