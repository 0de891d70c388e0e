import fs from 'node:fs'
import path from 'node:path'

export interface FontFaces {
  /** The rules that declare the fonts, with addresses below `font/`. */
  readonly style: string
  /** The file of a font by the name in its address; `undefined` for every other name. */
  fileOf(name: string): string | undefined
}

const FACE = /@font-face\s*\{[^{}]{1,2000}\}/g
const ADDRESS = /url\(["']?([^"'()]{1,300})["']?\)/

/** The fonts of paper: those that the style sheets in `fonts` declare, and that of formulas in the built renderer. */
export function readFontFaces(fonts: string, rendererRoot: string): FontFaces {
  const files = new Map<string, string>()
  const rules = [...facesIn(fonts, /./, files), ...facesIn(path.join(rendererRoot, 'assets'), /STIX/, files)]
  return { style: rules.join('\n'), fileOf: (name) => files.get(name) }
}

/** The rules of the style sheets in a folder for matching font families; adds their files to `files`. */
function facesIn(folder: string, family: RegExp, files: Map<string, string>): readonly string[] {
  const sheets = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.css')) : []
  const faces = sheets.flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').match(FACE) ?? [])
  return faces.flatMap((face) => {
    // The first address of a font is that of its WOFF2 file.
    const file = path.posix.basename(ADDRESS.exec(face)?.[1] ?? '')
    if (file === '' || !family.test(face)) return []
    files.set(file, path.join(folder, file))
    return face.replace(/src:[^;}]{1,1000}/, `src: url("font/${file}") format("woff2")`)
  })
}
