import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { ROOT } from '../paths'
import type { PlantedBug } from './bug'
import { plant } from './plant'

type Core = typeof import('./core')

/** Loads the core and its proof, with this bug or without one, as separate modules, without writing to the disk. */
export async function loadCore(bug?: PlantedBug): Promise<Core> {
  const built = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: join(ROOT, 'e2e', 'planted', 'core.ts'), write: false, minify: false },
    plugins: bug ? [plant(bug)] : [],
  })) as Rolldown.RolldownOutput
  const [chunk] = built.output
  return (await import(`data:text/javascript;base64,${Buffer.from(chunk.code).toString('base64')}`)) as Core
}
