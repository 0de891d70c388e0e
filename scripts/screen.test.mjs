import { expect, test } from 'vitest'
import { chromiumFilter } from './screen.mjs'

test('what Chromium says of a missing bus is left out, everything else is passed on whole', () => {
  /** @type {string[]} */
  const shown = []
  const filter = chromiumFilter((line) => void shown.push(line))
  filter('[1:1121/1.2:ERROR:bus.cc(407)] Failed to connect to the bus: no such file\nstet: a real')
  filter(' problem\n[1:1:1121/1.2:ERROR:dbus/object_proxy.cc:573] Failed to call method\n')
  filter('[1:1121/1.2:ERROR:network_service.cc(1)] a problem of the network\n')
  expect(shown).toEqual([
    'stet: a real problem\n',
    '[1:1121/1.2:ERROR:network_service.cc(1)] a problem of the network\n',
  ])
})
