import { expect, test } from 'vitest'
import { inWords, tellMany } from './fuzz/run'

test('[fuzz] the whole app with several libraries: no word lost, none in another library or account, no key told, and it always starts', async () => {
  const { broken } = await tellMany('app', 36)
  expect(broken.flatMap(inWords)).toEqual([])
}, 0)
