import { expect, test } from 'vitest'
import { pageAsLeft } from './left-page'

const BUILT = `<html lang="en">
  <head>
    <link rel="stylesheet" crossorigin href="./assets/mount-a.css">
    <link rel="preload" as="font" href="./assets/inter-latin-b.woff2" />
    <script type="module" crossorigin src="./assets/index-c.js"></script>
    <link rel="stylesheet" data-faces crossorigin href="./assets/index-d.css">
    <link rel="modulepreload" crossorigin href="./assets/mount-e.js">
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>`
const SHEETS: Readonly<Record<string, string>> = {
  'assets/index-d.css':
    '@font-face{font-family:Inter;src:url(./inter-greek-f.woff2)format("woff2");unicode-range:U+370-3FF}' +
    '@font-face{font-family:Inter;src:url(./inter-latin-b.woff2)format("woff2");unicode-range:U+0-FF}',
}

const copy = {
  root: ' data-theme="dark"',
  fonts: ['inter-latin-b.woff2', 'inter-gone.woff2'],
  css: '.a{}',
  html: '<p></p>',
}
const page = pageAsLeft(
  BUILT,
  copy,
  (id, css) => `<style id="${id}">${css}</style>`,
  (address) => SHEETS[address] ?? '',
)

test('it declares the faces of the copy, and fetches them before the first line is laid out', () => {
  expect(page).toContain(
    '<style id="as-left-faces">@font-face{font-family:Inter;src:url(./assets/inter-latin-b.woff2)format("woff2");unicode-range:U+0-FF}</style></head>',
  )
  expect(page).not.toContain('inter-greek')
  expect(page.match(/rel="preload"[^>]*inter-latin-b/g)).toHaveLength(1)
})

test('all other faces, the sheets and the scripts of the app are for later', () => {
  expect(page).toContain('<link rel="later" data-faces crossorigin href="./assets/index-d.css">')
  expect(page).toContain('<link rel="later" crossorigin href="./assets/mount-e.js">')
  expect(page).toContain('<link rel="later" crossorigin href="./assets/mount-a.css">')
  expect(page).toContain('<script type="module" crossorigin src="./assets/index-c.js">')
})

test('the copy stands before the app, with its sheets before those of the build', () => {
  expect(page).toMatch(/<html data-theme="dark" lang="en">/)
  expect(page).toMatch(/<body><p><\/p>\s*<div id="app">/)
  expect(page.indexOf('as-left-style')).toBeLessThan(page.indexOf('mount-a.css'))
})
