import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = path.join(import.meta.dirname, '../..')
const ofBuilder = createRequire(createRequire(path.join(root, 'package.json')).resolve('electron-builder'))
const { LinuxTargetHelper } = ofBuilder('app-builder-lib/out/targets/LinuxTargetHelper.js')

test('the menu entry of every target names each type and the scheme once', async () => {
  const config = parse(fs.readFileSync(path.join(root, 'electron-builder.yml'), 'utf8'))
  const helper = new LinuxTargetHelper({
    config,
    platformSpecificBuildOptions: config.linux,
    fileAssociations: [],
    executableName: 'stet',
    appInfo: { productName: 'Stet', description: 'A markdown editor' },
    info: { metadata: { desktopName: 'stet.desktop' } },
  })
  // One for each of AppImage, deb, rpm.
  for (let target = 0; target < 3; target++)
    expect(await helper.computeDesktopEntry(config.linux, 'stet %U')).toContain(
      '\nMimeType=text/markdown;x-scheme-handler/stet;\n',
    )
})
