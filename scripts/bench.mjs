import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { table, describeMachine } from './bench-table.mjs'
import { build } from './build.mjs'
import { run, wasInterrupted } from './child.mjs'
import { filesBelow, partNames } from './parts.mjs'
import { messageOf, root, runScript, say } from './paths.mjs'
import { withDisplay } from './screen.mjs'
import { setUp } from './setup.mjs'

const usage = `npm run bench -- [--write] [part of a file's name ...]
  --write    keep the table in docs/performance.md`

const benchFolder = join(root, 'e2e', 'bench')
const outFolder = join(benchFolder, 'out')

/**
 * Runs the benchmarks one after another, each in a process of its own, and prints one table. A file `*.bench.ts`
 * default-exports `async () => Row[]` (e2e/bench/row.ts). It is bundled as the app is, so that the shipped code is
 * measured.
 */
async function bench() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false }, help: { type: 'boolean' } },
  })
  if (values.help) {
    say(usage)
    return 0
  }
  const files = findBenches(positionals)
  if (files.length === 0) throw new Error('There is no benchmark of that name.')
  const { electron } = await setUp('test')
  process.env.STET_ELECTRON = electron.executable
  // A benchmark of pure code runs without the app; one that starts it fails with its own message.
  await build(partNames).catch((error) => say(messageOf(error)))
  const bundles = await bundle(files)

  /** @type {import('./bench-table.mjs').Row[]} */
  const rows = []
  /** @type {string[]} */
  const failed = []
  await withDisplay(async () => {
    for (const { file, path } of bundles) {
      if (wasInterrupted()) return
      say(`Measuring ${file}`)
      const answer = await measure(path)
      if (answer) rows.push(...answer)
      else failed.push(file)
    }
  })
  const text = `${describeMachine()}\n\n${table(rows)}`
  console.log(`\n${text}`)
  for (const file of failed) console.log(`failed: ${file}`)
  if (values.write && failed.length === 0) {
    mkdirSync(join(root, 'docs'), { recursive: true })
    writeFileSync(
      join(root, 'docs', 'performance.md'),
      `# Performance\n\nThe last run of \`npm run bench\`. ${text}\n`,
    )
    say('Wrote docs/performance.md.')
  }
  return failed.length === 0 ? 0 : 1
}

/** @param {readonly string[]} filters */
function findBenches(filters) {
  const folders = ['shared', 'node', 'main', 'server', 'renderer', 'e2e']
  return folders
    .flatMap(filesBelow)
    .filter((file) => file.endsWith('.bench.ts'))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
}

/**
 * Bundles each benchmark with the sources that it measures; packages are not bundled.
 *
 * @param {readonly string[]} files
 */
async function bundle(files) {
  const { build: viteBuild } = await import('vite')
  rmSync(outFolder, { recursive: true, force: true })
  const entries = files.map((file) => ({ file, name: file.replaceAll('/', '-').replace(/\.ts$/, '') }))
  await viteBuild({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [sourcePlaces],
    build: {
      ssr: true,
      outDir: outFolder,
      target: 'node20.18',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(entries.map(({ file, name }) => [name, join(root, file)])),
        external: ['electron'],
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  })
  return entries.map(({ file, name }) => ({ file, path: join(outFolder, `${name}.mjs`) }))
}

/**
 * Lets a bundled source find the files beside it.
 *
 * @type {import('vite').Plugin}
 */
const sourcePlaces = {
  name: 'source-places',
  enforce: 'pre',
  transform(code, id) {
    const [file = id] = id.split('?')
    if (file.includes('node_modules') || !code.includes('import.meta.')) return undefined
    const placed = code
      .replace(/\bimport\.meta\.url\b/g, () => JSON.stringify(pathToFileURL(file).href))
      .replace(/\bimport\.meta\.filename\b/g, () => JSON.stringify(file))
      .replace(/\bimport\.meta\.dirname\b/g, () => JSON.stringify(dirname(file)))
    return { code: placed, map: null }
  },
}

/**
 * The rows of one benchmark, or undefined where it failed.
 *
 * @param {string} bundled
 */
async function measure(bundled) {
  /** @type {import('./bench-table.mjs').Row[] | undefined} */
  let rows
  const runner = fileURLToPath(new URL('bench-run.mjs', import.meta.url))
  const { code } = await run(process.execPath, ['--expose-gc', runner, bundled], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    onStart: (child) =>
      child.on('message', (message) => {
        rows = /** @type {import('./bench-table.mjs').Row[]} */ (message)
      }),
  })
  return code === 0 ? rows : undefined
}

await runScript(bench)
