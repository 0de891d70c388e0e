import { expect, test } from 'vitest'
import { controlOf, readArguments } from './fpm-by-dpkg.mjs'

/** The arguments that electron-builder 26.17.0 passes to fpm. */
const given = [
  ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libgtk-3-0', '-d', 'libnss3'],
  ...['--deb-recommends', 'libappindicator3-1', '--deb-compression', 'xz', '--architecture', 'amd64'],
  ...['--after-install', '/tmp/after-install', '--after-remove', '/tmp/after-remove'],
  ...['--description', 'A markdown editor\n A desktop markdown editor for a content service.'],
  ...['--version', '0.1.0', '--package', '/tmp/stet_0.1.0_amd64.deb', '--name', 'stet'],
  ...['--maintainer', 'Stet <maintainers@stet.invalid>', '--vendor', 'Stet', '--url', 'https://stet.invalid'],
  ...['--deb-priority', 'optional', '--license', 'MIT', '/tmp/linux-unpacked/=/opt/Stet'],
  '/tmp/a=b/stet.desktop=/usr/share/applications/stet.desktop',
]

test('what electron-builder asks of fpm is read whole', () => {
  const request = readArguments(given)
  expect(request.depends).toEqual(['libgtk-3-0', 'libnss3'])
  expect(request.contents).toEqual([
    { from: '/tmp/linux-unpacked/', to: '/opt/Stet' },
    { from: '/tmp/a=b/stet.desktop', to: '/usr/share/applications/stet.desktop' },
  ])
})

test('the control file says what the package is, and needs', () => {
  expect(controlOf(readArguments(given), 260_000)).toBe(`Package: stet
Version: 0.1.0
Priority: optional
Architecture: amd64
Maintainer: Stet <maintainers@stet.invalid>
Installed-Size: 260000
Depends: libgtk-3-0, libnss3
Recommends: libappindicator3-1
Homepage: https://stet.invalid
Description: A markdown editor
 A desktop markdown editor for a content service.
`)
})

test('an argument that is not known makes no package', () => {
  expect(() => readArguments([...given, '--deb-systemd', '/tmp/unit'])).toThrow('does not know --deb-systemd')
})

test('only a .deb of folders and files is made', () => {
  expect(() => readArguments(given.map((word) => (word === 'deb' ? 'rpm' : word)))).toThrow('makes a .deb')
})
