import { copyFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from '../paths'

export interface Bundled {
  /** A module that plain Node can run. */
  readonly entry: string
  dispose(): void
}

/** Bundles a source beside the protocol tests, with all source files that it imports, to run in separate processes. */
export async function bundled(source: string): Promise<Bundled> {
  const name = source.replace(/^.*\//, '').replace(/\.ts$/, '')
  const out = join(ROOT, 'node_modules', '.cache', 'stet', `${name}-${process.pid}`)
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { external: true },
    resolve: { alias: { electron: join(ROOT, 'scripts', 'electron-absent.mjs') } },
    build: {
      ssr: join(ROOT, 'e2e', 'protocol', source),
      outDir: out,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        external: [...builtinModules, /^node:/],
        output: { entryFileNames: `${name}.mjs` },
      },
    },
  })
  // The service reads its thesaurus from its own folder.
  copyFileSync(join(ROOT, 'server', 'search', 'thesaurus.txt'), join(out, 'thesaurus.txt'))
  return { entry: join(out, `${name}.mjs`), dispose: () => rmSync(out, { recursive: true, force: true }) }
}
