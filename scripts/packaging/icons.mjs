import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isEntry, root, runScript, say } from '../paths.mjs'

const source = join(root, 'packaging', 'icon.svg')
const folder = join(root, 'packaging')
const sizesFolder = join(folder, 'icons')

/** The sizes that Linux icon themes use; Windows and macOS icons are made from the largest. */
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

/**
 * The other forms of the same drawing. macOS requires the margin of its grid, a maskable icon is cropped by the program
 * that shows it, and the dark one is for dark pages.
 */
const variants = {
  mac: { viewBox: '-65 -65 1154 1154', style: '' },
  maskable: {
    viewBox: '0 0 1024 1024',
    style:
      '.ground { x: 0; y: 0; width: 1024px; height: 1024px; rx: 0 } .mark { transform: translate(102px, 102px) scale(0.8) }',
  },
  dark: {
    viewBox: '0 0 1024 1024',
    style: '.ground { fill: #10202f } .letter { stroke: #8db6e2 } .dot { fill: #8db6e2 }',
  },
}

/** Draws every icon of `packaging` with Chromium; the files are in the repository. */
async function drawIcons() {
  const { chromium } = await import('playwright')
  const { findProgram } = await import('../child.mjs')
  const executablePath = findProgram('chromium', 'google-chrome-stable', 'chromium-browser')
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    mkdirSync(sizesFolder, { recursive: true })
    const drawing = readFileSync(source, 'utf8')
    const page = await browser.newPage()
    const draw = async (
      /** @type {string} */ svg,
      /** @type {number} */ size,
      /** @type {string} */ name,
    ) => {
      await page.setViewportSize({ width: size, height: size })
      await page.setContent(`<style>html, body, svg { margin: 0; display: block }</style>${svg}`)
      await page.evaluate(`document.querySelector('svg').setAttribute('width', '${size}')`)
      writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }))
    }
    for (const size of sizes) await draw(drawing, size, `icons/${size}x${size}.png`)
    for (const [name, { viewBox, style }] of Object.entries(variants))
      await draw(
        drawing.replace('0 0 1024 1024', viewBox).replace('</style>', `${style}</style>`),
        1024,
        `icon-${name}.png`,
      )
  } finally {
    await browser.close()
  }
  say(`Drew ${sizes.length + Object.keys(variants).length} icons from packaging/icon.svg.`)
}

if (isEntry(import.meta.url)) await runScript(drawIcons)
