import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from '../paths'
import type { PlantedBug } from './bug'

/** How often the text replaced by a bug occurs in its file; the bug can be planted if this is once. */
export function placesOf({ file, text }: PlantedBug): number {
  return readFileSync(join(ROOT, file), 'utf8').split(text).length - 1
}

/** Plants a bug when its file is loaded. */
export function plant({ file, text, replacement }: PlantedBug): Plugin {
  const path = join(ROOT, file)
  return {
    name: 'planted',
    enforce: 'pre',
    transform(code, id) {
      if (id.split('?')[0] !== path) return undefined
      if (code.split(text).length !== 2) throw new Error(`cannot plant it in ${file}`)
      return { code: code.replace(text, () => replacement), map: null }
    },
  }
}
