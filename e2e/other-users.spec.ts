import fs from 'node:fs'
import path from 'node:path'
import { eventually, expect, onLinux } from './app'
import { freshFolder, removeFolder } from './paths'

const OTHERS = 0o077
const modeOf = (file: string): number => fs.lstatSync(file).mode & 0o777

/** The files in a folder and its subfolders that another user of this machine could open. */
function openToOthers(folder: string): readonly string[] {
  if ((modeOf(folder) & 0o011) === 0) return []
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const one = path.join(folder, entry.name)
    if (entry.isDirectory()) return openToOthers(one)
    return entry.isFile() && (modeOf(one) & OTHERS) !== 0 ? [one] : []
  })
}

onLinux(
  'another user of the machine reads nothing of a profile whose folder was open, nor of its backups, and cannot speak to the app',
  async ({ start }) => {
    const home = freshFolder('home')
    fs.chmodSync(home, 0o755)
    const profile = path.join(home, 'Stet')
    fs.mkdirSync(profile)
    fs.chmodSync(profile, 0o755)
    const app = await start({ profile })
    await app.newDocument('Low tide')
    await app.type('Boats lie on the mud.')
    await app.page.keyboard.press('ControlOrMeta+s')
    await app.waitForPhase('clean')
    await app.runCommand('Back up now')
    const copies = path.join(`${profile} backups`, 'My library', 'Low tide')
    await eventually(() => (fs.existsSync(copies) && fs.readdirSync(copies).length > 0 ? true : undefined))
    expect(openToOthers(home)).toEqual([])

    const socket = fs.realpathSync(path.join(profile, 'SingletonSocket'))
    expect(modeOf(path.dirname(socket)) & OTHERS).toBe(0)
    await app.close()
    expect(openToOthers(home)).toEqual([])
    const left = path.join(profile, 'left-open')
    fs.writeFileSync(left, '', { mode: 0o644 })
    expect(openToOthers(home), 'such a file would be found').toEqual([left])
    removeFolder(home)
  },
)
