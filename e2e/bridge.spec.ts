import path from 'node:path'
import { build } from 'vite'
import type { Bridge } from '../shared/ipc/ipc'
import { expect, test } from './app'
import { ROOT } from './paths'

test('the bridge of the window keeps the contract of every bridge', { tag: '@first' }, async ({ start }) => {
  const { page } = await start()
  await page.evaluate(await contractForAPage())
  const titles = await page.evaluate(() =>
    (globalThis as unknown as Loaded).contract.BRIDGE_CONTRACT.map(({ title }) => title),
  )
  expect(titles.length).toBeGreaterThan(15)
  for (const [index, title] of titles.entries())
    await test.step(title, async () => {
      const failure = await page.evaluate(
        ([story]) => {
          const { app, contract } = globalThis as unknown as Loaded
          return contract.BRIDGE_CONTRACT[story]?.run(app).then(
            () => 'kept',
            (error: unknown) => String(error),
          )
        },
        [index] as const,
      )
      expect.soft(failure, title).toBe('kept')
    })
})

/**
 * The interface declared in renderer/bridge/bridge.contract.ts, which belongs to the page and is compiled without Node.
 */
interface BridgeStory {
  readonly title: string
  run(bridge: Bridge): Promise<void>
}

/** A window of the app in which the contract is loaded. */
interface Loaded {
  readonly app: Bridge
  readonly contract: { readonly BRIDGE_CONTRACT: readonly BridgeStory[] }
}

/** Bundles the contract with its imports into one script that assigns it to `contract`. */
async function contractForAPage(): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: path.join(ROOT, 'renderer/bridge/bridge.contract.ts'),
        formats: ['iife'],
        name: 'contract',
      },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (bundle === undefined || !('output' in bundle)) throw new Error('the contract was not bundled')
  return `${bundle.output[0].code}\nglobalThis.contract = contract`
}
