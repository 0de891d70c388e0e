import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { resolveAsset } from '../app/asset-path'
import { openableLink } from '../app/links'

describe('addresses of the app scheme', () => {
  const root = path.resolve('out/renderer')
  test.each([
    ['app://stet/', 'index.html'],
    ['app://stet/assets/main.js', 'assets/main.js'],
    ['app://stet/a%20b.css?x=1#y', 'a b.css'],
    ['app://stet/../../etc/passwd', 'etc/passwd'],
    ['app://stet/%2e%2e/%2e%2e/etc/passwd', 'etc/passwd'],
  ])('%s stays under the folder', (address, file) => {
    expect(resolveAsset(root, address)).toBe(path.join(root, file))
  })
  test.each([
    'app://other/index.html',
    'https://stet/index.html',
    'app://stet/%00',
    'app://stet/%E0%A4%A',
    'app://stet/..%5c..%5cx',
    'nonsense',
  ])('%s is nothing', (address) => {
    expect(resolveAsset(root, address)).toBeUndefined()
  })
})

describe('links that may leave the app', () => {
  test.each(['https://example.org/a?b#c', 'http://example.org/', 'mailto:ruth@example.org'])(
    '%s may',
    (address) => {
      expect(openableLink(address)).toBe(address)
    },
  )
  test.each([
    ['mailto:r@example.org?attach=/etc/passwd', 'mailto:r@example.org'],
    ['mailto:r@example.org?Attachment=%2Fetc%2Fpasswd&subject=Tides', 'mailto:r@example.org?subject=Tides'],
    [
      'mailto:r@example.org?subject=Low%20water&body=a%0D%0Ab&bcc=x@y.z',
      'mailto:r@example.org?subject=Low%20water&body=a%0D%0Ab',
    ],
    ['mailto:r@example.org?att%61ch=x&cc=s+t@example.org', 'mailto:r@example.org?cc=s+t@example.org'],
  ])('[L5] %s loses what is no word of a mail', (address, left) => {
    expect(openableLink(address)).toBe(left)
  })
  test.each([
    'javascript:alert(1)',
    ' JAVASCRIPT:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'vbscript:x',
    'smb://host/share',
    'ms-msdt:/id',
    'app://stet/',
    'https://user:secret@example.org/',
    '//example.org',
    '',
  ])('%s may not', (address) => {
    expect(openableLink(address)).toBeUndefined()
  })
})
