import { expect, test } from 'vitest'
import { madeElsewhere } from '../package.mjs'

test('each package that only another system makes is named in a line, with the reason', async () => {
  expect(await madeElsewhere('linux')).toEqual([
    'Could not make dmg: only macOS makes it.',
    'Could not make zip: only macOS makes it.',
    'Could not make nsis: only Windows makes it.',
  ])
  expect(await madeElsewhere('win32')).toHaveLength(6)
})
