import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './paths.mjs'

test.each(['test', 'bench'])('scripts/%s.mjs runs where no package is installed yet', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-fresh-'))
  try {
    cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
    const { status, stderr } = spawnSync(process.execPath, [`scripts/${name}.mjs`, '--help'], { cwd: folder })
    expect({ status, said: String(stderr) }).toEqual({
      status: 0,
      said: expect.stringContaining(name === 'test' ? 'npm test' : 'npm run bench'),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
