import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each([
  ['answers', 'return 3', 3],
  ['fails', "throw new Error('no')", 1],
])('a script that %s ends with its exit code, also where a package would end it with 0', (_, work, code) => {
  const script = `
    import { runScript } from ${JSON.stringify(new URL('./paths.mjs', import.meta.url).href)}
    process.once('beforeExit', () => process.exit(0))
    await runScript(async () => { ${work} })
  `
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).status).toBe(code)
})
