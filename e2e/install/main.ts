import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withOwnDisplay } from '../display'
import { freshFolder } from '../paths'
import { WRITER, copyFolder, makeFolder, openRoot, type CleanRoot, type Sandbox } from './clean-root'
import { openFeed, type Feed } from './feed'
import { startInstalled, type Installed } from './hand'

// Installs a deb in a clean root, types text, kills and updates the app, and checks every word.

const NAME = 'stet-test-build'
const TITLE = 'Harbour'
/** The document of the sample library that opens at the first start. */
const FIRST_TITLE = 'Let it stand'
/** A key is stored about 100 ms after it is typed, but a busy machine takes longer to process the key. */
const PAUSE_MS = 2_000

const { positionals, values } = parseArgs({ allowPositionals: true, options: { keep: { type: 'boolean' } } })
const [oldDeb = '', newDeb = ''] = positionals
const versionOf = (deb: string) =>
  execFileSync('dpkg-deb', ['-f', deb, 'Version'], { encoding: 'utf8' }).trim()

let typed = ''
const count = (): number => typed.split(' ').filter(Boolean).length
function newWords(more: number): string {
  const from = count() + 1
  const words = Array.from({ length: more }, (_, at) => `w${String(from + at).padStart(4, '0')}`).join(' ')
  typed = `${typed} ${words}`.trim()
  return words
}

const updatePackages = (root: CleanRoot) => root.run('apt-get update -q')

/** Creates a root with the old version, installed by apt from the feed with only its dependencies. */
async function install(folder: string, feed: Feed): Promise<void> {
  await makeFolder(folder)
  const root = openRoot(folder, 'namespaces')
  fs.writeFileSync(path.join(folder, 'etc/apt/sources.list.d/stet.list'), `${feed.source}\n`)
  await updatePackages(root)
  await root.run(`apt-get install -y --no-install-recommends ${NAME}`)
  await root.run(`useradd --create-home --shell /bin/bash ${WRITER}`)
}

/** If the kernel does not allow namespaces, the installation gives Chromium's helper to root. */
const installAgain = (root: CleanRoot) => root.run(`apt-get install -y --reinstall ${NAME}`)

async function write(app: Installed, words: number): Promise<void> {
  await app.sees(TITLE)
  app.press('ctrl+p')
  await wait(1_000)
  app.type(TITLE)
  await wait(1_000)
  app.press('Return')
  await app.sees(TITLE)
  await wait(500)
  app.press('ctrl+End')
  app.type(` ${newWords(words)}`)
  await wait(PAUSE_MS)
}

async function begin(app: Installed): Promise<void> {
  // A window that shows a document accepts keys.
  await app.sees(FIRST_TITLE)
  app.press('ctrl+n')
  await app.sees('Untitled')
  app.type(TITLE)
  app.press('Return')
  await app.sees(TITLE)
  app.type(newWords(20))
  await wait(PAUSE_MS)
}

/** Checks the text of the document as exported by the app itself. */
async function check(root: CleanRoot, display: string, when: string): Promise<void> {
  const file = `/home/${WRITER}/read.md`
  fs.rmSync(path.join(root.folder, file), { force: true })
  await root.runAsWriter(`${NAME} --export --document ${TITLE} --to ${file}`, display)
  const found = fs.readFileSync(path.join(root.folder, file), 'utf8').trim()
  if (found !== typed) throw new Error(`${when} stands\n${found}\nand not\n${typed}`)
  console.log(`${when}: all ${count()} words`)
}

async function story(root: CleanRoot, sandbox: Sandbox, feed: Feed): Promise<void> {
  const display = process.env['DISPLAY'] ?? ''
  typed = ''
  const versionInstalled = () => root.run(`dpkg-query -W -f '\${Version}' ${NAME}`)
  let app = await startInstalled(root, display)
  const faults = app.sandboxFaults(sandbox)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  console.log(`${await versionInstalled()} runs from its menu entry, its sandbox made by ${sandbox}`)
  await begin(app)
  await app.kill()

  app = await startInstalled(root, display)
  await check(root, display, 'after SIGKILL')
  await write(app, 20)
  feed.publish(newDeb)
  await updatePackages(root)
  await root.run('apt-get upgrade -y')
  if ((await versionInstalled()) !== versionOf(newDeb)) throw new Error('apt has not updated it')
  await write(app, 20)
  await app.kill()

  app = await startInstalled(root, display)
  await check(root, display, `in ${await versionInstalled()}, installed while it ran, and SIGKILL`)
  await write(app, 20)
  await app.quit()
  app = await startInstalled(root, display)
  await check(root, display, 'after quitting')
  await app.quit()
}

const folder = freshFolder('install')
const feed = await openFeed()
try {
  const roots: Readonly<Record<Sandbox, string>> = {
    namespaces: path.join(folder, 'a'),
    helper: path.join(folder, 'b'),
  }
  feed.publish(oldDeb)
  console.log('making a clean root')
  await install(roots.namespaces, feed)
  await copyFolder(roots.namespaces, roots.helper)
  const helped = openRoot(roots.helper, 'helper')
  await installAgain(helped)
  await withOwnDisplay(() => story(openRoot(roots.namespaces, 'namespaces'), 'namespaces', feed))
  await withOwnDisplay(() => story(helped, 'helper', feed))
} finally {
  feed.close()
  if (values.keep) console.log(`kept: ${folder}`)
  else fs.rmSync(folder, { recursive: true, force: true })
}
