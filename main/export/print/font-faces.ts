import fs from 'node:fs'
import path from 'node:path'

export interface FontFaces {
  /** The rules that declare the fonts, with addresses below `font/`. */
  readonly style: string
  /** The file of a font by the name in its address; `undefined` for every other name. */
  fileOf(name: string): string | undefined
}

const FACE = /@font-face\s*\{[^{}]{1,2000}\}/g
const URL = /url\(["']?([^"'()]{1,300})["']?\)/g
/** The fonts of the text, of code and of formulas; other fonts are for the window around it. */
const FAMILIES = /Literata|JetBrains|STIX/

/** The fonts of the built renderer, so that paper has the same fonts as the screen. */
export function readFontFaces(rendererRoot: string): FontFaces {
  const folder = path.join(rendererRoot, 'assets')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  const files = new Set(names.filter((name) => name.endsWith('.woff2')))
  const faces = names
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').match(FACE) ?? [])
    .filter((face) => FAMILIES.test(face))
    .map((face) =>
      face.replace(URL, (_whole, address: string) => `url("font/${path.posix.basename(address)}")`),
    )
  return {
    style: [...new Set(faces)].join('\n'),
    fileOf: (name) => (files.has(name) ? path.join(folder, name) : undefined),
  }
}
