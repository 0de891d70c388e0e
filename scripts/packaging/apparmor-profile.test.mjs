import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = path.join(import.meta.dirname, '../..')
const ofBuilder = createRequire(createRequire(path.join(root, 'package.json')).resolve('electron-builder'))
const FpmTarget = ofBuilder('app-builder-lib/out/targets/FpmTarget.js').default

test('the deb brings an AppArmor profile that gives its program user namespaces, and installs it', async () => {
  const config = parse(fs.readFileSync(path.join(root, 'electron-builder.yml'), 'utf8'))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-'))
  let made = 0
  try {
    const target = new FpmTarget('deb', {
      config,
      platformSpecificBuildOptions: config.linux,
      projectDir: root,
      executableName: 'stet',
      appInfo: { productFilename: 'Stet', sanitizedProductName: 'Stet' },
      info: { tempDirManager: { getTempFile: async () => path.join(folder, String(made++)) } },
    })
    const { appArmor, afterInstall } = await target.scriptFiles
    expect(fs.readFileSync(appArmor, 'utf8')).toMatch(
      /^profile "stet" "\/opt\/Stet\/stet" flags=\(unconfined\) \{\n {2}userns,\n/m,
    )
    const installs = fs.readFileSync(afterInstall, 'utf8')
    expect(installs).toContain("APPARMOR_PROFILE_SOURCE='/opt/Stet/resources/apparmor-profile'")
    expect(installs).toContain("APPARMOR_PROFILE_TARGET='/etc/apparmor.d/stet'")
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
