import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { dataOf, entriesOf, parts } from './parts.mjs'
import { readJson, root } from './paths.mjs'

// The oldest Electron that runs this is the development runtime (Chrome 130, Node 20.18).
const nodeTarget = 'node20.18'
const chromeTarget = 'chrome130'

// All other packages are bundled, so that a start reads one file and not a hundred, and the package contains only used
// code.
const manifest = readJson(join(root, 'package.json'))
const dependencies = Object.keys(manifest.dependencies)
const outside = [
  'electron',
  /^electron\//,
  /^node:/,
  ...builtinModules,
  ...dependencies,
  ...dependencies.map((name) => new RegExp(`^${name}/`)),
]

/** @typedef {import('./parts.mjs').Part} Part */

// The duration of the bundler's plugins is not reported.
const checks = { bundlerTimings: false }

/**
 * Copies data beside the code, wherever that is in the output folder.
 *
 * @param {Part} part
 * @returns {import('vite').Plugin}
 */
const dataBeside = (part) => ({
  name: 'data-beside',
  generateBundle() {
    for (const [fileName, file] of Object.entries(dataOf(part))) {
      const bytes = readFileSync(join(root, file))
      const source = fileName.endsWith('.br') ? brotliCompressSync(bytes, { params: smaller }) : bytes
      this.emitFile({ type: 'asset', fileName, source })
    }
  },
})

/**
 * Puts the hyphenation patterns beside the code as JSON, compressed to less than a third. Tests read those of the
 * package itself.
 *
 * @type {import('vite').Plugin}
 */
const compressedPatterns = {
  name: 'compressed-patterns',
  load(id) {
    const [, name] = /[/\\]hyphen[/\\]patterns[/\\]([\w-]+)\.js$/.exec(id) ?? []
    if (name === undefined) return null
    const fileName = `patterns/${name}.json.br`
    const source = brotliCompressSync(JSON.stringify(createRequire(import.meta.url)(id)))
    this.emitFile({ type: 'asset', fileName, source })
    return `
      import { readFileSync } from 'node:fs'
      import { join } from 'node:path'
      import { brotliDecompressSync } from 'node:zlib'
      const bytes = readFileSync(join(import.meta.dirname, '${fileName}'))
      export default JSON.parse(brotliDecompressSync(bytes).toString())
    `
  },
}

/** This quality takes a second; the highest takes ten and saves a tenth. */
const smaller = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/**
 * @param {Part} part
 * @returns {import('electron-vite').MainViteConfig & import('electron-vite').PreloadViteConfig}
 */
function forNode(part) {
  return {
    plugins: [dataBeside(part), compressedPatterns],
    // Only packages that the packaged app contains stay external; any other would be missing there.
    ssr: { noExternal: true },
    // The ES modules of these two packages call an imported namespace, which no bundler accepts.
    resolve: {
      alias: {
        ...Object.fromEntries(
          ['hunspell-asm', 'emscripten-wasm-loader'].map((name) => [
            name,
            join(root, 'node_modules', name, 'dist/cjs/index.js'),
          ]),
        ),
        ...(part === 'host' && { electron: join(root, 'scripts/electron-absent.mjs') }),
      },
    },
    define: { STET_RELEASE_ELECTRON: JSON.stringify(manifest.devDependencies.electron) },
    build: {
      outDir: join(root, parts[part].output),
      emptyOutDir: false,
      target: nodeTarget,
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      externalizeDeps: false,
      rolldownOptions: {
        input: entriesOf(part),
        external: part === 'host' ? outside.filter((name) => name !== 'electron') : outside,
        checks,
        output: {
          // Functions keep their names, so that a log from a writer's machine shows which one failed.
          minify: { compress: true, mangle: { keepNames: true }, codegen: true },
          format: part === 'preload' ? 'cjs' : 'es',
          entryFileNames: part === 'preload' ? '[name].cjs' : '[name].js',
          // Chunks are beside the entries, so that code that starts a worker finds it wherever that code is.
          chunkFileNames: `${part}-[name]-[hash].js`,
        },
      },
    },
  }
}

/**
 * Every Chromium that runs this reads WOFF2; the older form of the fonts is left out.
 *
 * @type {import('vite').Plugin}
 */
const onlyWoff2 = {
  name: 'only-woff2',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('@fontsource') && id.endsWith('.css')
      ? code.replace(/, url\([^)]*\.woff\) format\('woff'\)/g, '')
      : null,
}

/**
 * @param {Part} part
 * @param {readonly string[]} pages below `renderer`, by name
 * @returns {import('electron-vite').RendererViteConfig}
 */
function forBrowser(part, ...pages) {
  return {
    root: join(root, 'renderer'),
    base: './',
    // A page of the tests loads late imports only when it needs them.
    plugins: [react(), onlyWoff2, ...(part === 'ui' ? [] : [readAhead])],
    // For workers Vite would choose this package's form for pages, which needs a document.
    resolve: {
      alias: {
        'decode-named-character-reference': join(
          root,
          'node_modules/decode-named-character-reference/index.js',
        ),
        // The preload of the app, which a socket connects to main.
        ...(part === 'ui' && { electron: join(root, 'e2e/host/page/electron.ts') }),
      },
    },
    build: {
      outDir: join(root, parts[part].output),
      // build.mjs removes files that a part no longer writes.
      emptyOutDir: false,
      target: chromeTarget,
      cssTarget: chromeTarget,
      minify: true,
      sourcemap: part === 'ui',
      reportCompressedSize: false,
      // A font or an image as a data: address would need an exception in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: {
        input: {
          ...Object.fromEntries(pages.map((page) => [page, join(root, 'renderer', `${page}.html`)])),
          ...(part === 'ui' && { preload: join(root, 'preload/preload.ts') }),
        },
        checks,
        ...(part === 'ui' && { output: { entryFileNames: 'assets/[name].js' } }),
      },
    },
  }
}

/**
 * Lists the later imports of a page's script in the page, so that they are loaded and compiled while main is asked.
 *
 * @type {import('vite').Plugin}
 */
const readAhead = {
  name: 'read-ahead',
  transformIndexHtml: {
    order: 'post',
    handler(html, { chunk, bundle = {} }) {
      if (!chunk) return html
      const scripts = new Set([chunk.fileName])
      /** @type {Set<string>} */
      const styles = new Set()
      const follow = (/** @type {string} */ file) => {
        const found = bundle[file]
        if (found?.type !== 'chunk' || scripts.has(file)) return
        scripts.add(file)
        for (const style of found.viteMetadata?.importedCss ?? []) styles.add(style)
        found.imports.forEach(follow)
      }
      chunk.dynamicImports.forEach(follow)
      scripts.delete(chunk.fileName)
      // Styles first: nothing is painted without them.
      /** @type {import('vite').HtmlTagDescriptor[]} */
      const tags = [...styles, ...scripts].map((file) => ({
        tag: 'link',
        attrs: {
          rel: scripts.has(file) ? 'modulepreload' : 'stylesheet',
          crossorigin: true,
          href: `./${file}`,
        },
        injectTo: scripts.has(file) ? 'head' : 'head-prepend',
      }))
      return { html, tags }
    },
  },
}

/**
 * electron-vite builds every entry in this object, so build.mjs names the one part to build.
 *
 * @type {Record<string, () => import('electron-vite').UserConfig>}
 */
const configs = {
  main: () => ({ main: forNode('main') }),
  server: () => ({ main: forNode('server') }),
  preload: () => ({ preload: forNode('preload') }),
  renderer: () => ({ renderer: forBrowser('renderer', 'index', 'diagram') }),
  ui: () => ({ renderer: forBrowser('ui', 'index') }),
  host: () => ({ main: forNode('host') }),
}

export default () => configs[process.env.STET_BUILD_PART ?? '']?.()
