import type { CopyPage } from './copy-page'

/** The sheet with every face, as the build marks it (`scripts/electron.vite.config.mjs`). */
const FACES = /<link rel="stylesheet" data-faces [^>]*href="\.\/([\w./-]+)"/

/**
 * The built page with a copy in it; `styled` makes a style element, `sheet` reads one of the build's sheets. The copy
 * brings the rules that it is drawn with: all scripts but the first, small one and all sheets are for later.
 *
 * Of the faces it declares those that the copy is set in, and the rest once it is painted. Chromium makes a substitute
 * for every face of a family that is declared and not there, for each size and weight in use, and asks the system for
 * it while it lays out the lines: 88 times for the sample library.
 */
export function pageAsLeft(
  html: string,
  copy: CopyPage,
  styled: (id: string, css: string) => string,
  sheet: (address: string) => string,
): string {
  const faces = facesOf(sheet(FACES.exec(html)?.[1] ?? ''), copy.fonts)
  return (
    html
      .replaceAll(/<link[^>]* as="font"[^>]*>/g, '')
      .replaceAll(/rel="(?:stylesheet|modulepreload)"/g, 'rel="later"')
      .replace('<html', () => `<html${copy.root}`)
      .replace(
        '<head>',
        () => `<head>${copy.fonts.map(preload).join('')}${styled('as-left-style', copy.css)}`,
      )
      // After the link to all of them, and for as long as the page: these go before the same faces there, which would have
      // to be made again.
      .replace('</head>', () => `${styled('as-left-faces', faces)}</head>`)
      .replace('<body>', () => `<body>${copy.html}`)
  )
}

const preload = (file: string) =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="./assets/${file}">`

/** The rules of the sheet for these files, with their addresses as seen from the page. */
function facesOf(sheet: string, files: readonly string[]): string {
  const rules = sheet.match(/@font-face\s*\{[^}]*\}/g) ?? []
  return rules
    .filter((rule) => files.some((file) => rule.includes(`/${file})`)))
    .map((rule) => rule.replaceAll('url(./', 'url(./assets/'))
    .join('\n')
}
