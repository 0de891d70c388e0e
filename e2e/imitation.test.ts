import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './paths'

/**
 * Test files of the window that still use the imitation of main in `renderer/memory`; this list may only get shorter.
 */
const ON_IMITATION: readonly string[] = []

const folder = path.join(ROOT, 'e2e/ui')

test('tests of the window run on the real main, but for those of this list', () => {
  const found = fs
    .readdirSync(folder)
    .filter((file) =>
      /\b(testOnImitation|imitationIn)/.test(fs.readFileSync(path.join(folder, file), 'utf8')),
    )
    .filter((file) => file !== 'stet.ts')
  expect(found).toEqual(ON_IMITATION)
})
