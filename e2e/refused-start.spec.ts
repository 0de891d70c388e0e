import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onLinux } from './app'
import { ROOT, WAIT_MS, electronExecutable, freshFolder, removeFolder } from './paths'

/** Prepares the built app like a release: Electron under another name, which accepts no arguments for itself. */
function releaseIn(folder: string): string {
  const electron = fs.realpathSync(electronExecutable())
  const dist = path.dirname(electron)
  for (const name of fs.readdirSync(dist))
    if (name !== 'resources' && name !== path.basename(electron))
      fs.symlinkSync(path.join(dist, name), path.join(folder, name))
  fs.mkdirSync(path.join(folder, 'resources'))
  fs.symlinkSync(ROOT, path.join(folder, 'resources', 'app'))
  const executable = path.join(folder, 'stet')
  fs.copyFileSync(electron, executable)
  return executable
}

onLinux(
  'a release that is started without the sandbox says why it does not start, and makes no profile',
  () => {
    const folder = freshFolder('release')
    const profile = path.join(freshFolder('home'), 'Stet')
    const words = [
      '--no-sandbox',
      '--disable-gpu',
      '--export',
      '--document',
      'Low tide',
      '--to',
      'low-tide.md',
    ]
    const { status, stderr } = spawnSync(releaseIn(folder), words, {
      cwd: folder,
      env: { ...process.env, STET_PROFILE: profile },
      encoding: 'utf8',
      timeout: WAIT_MS,
    })
    expect(stderr).toContain('Stet does not start without the sandbox of its windows')
    expect(status).toBe(1)
    expect(fs.existsSync(profile)).toBe(false)
    removeFolder(folder)
    removeFolder(path.dirname(profile))
  },
)
