import { expect, test } from 'vitest'
import { PALETTE_COMMANDS } from '../../shared/commands'
import { acceleratorOf } from './accelerator'

test.each([
  ['Mod+Shift+P', 'CmdOrCtrl+Shift+P'],
  ['Mod+,', 'CmdOrCtrl+,'],
  ['Mod++', 'CmdOrCtrl+Plus'],
  ['Alt+ArrowLeft', 'Alt+Left'],
  ['F8', 'F8'],
  ['', undefined],
  ['Mod+Ä', undefined],
  [undefined, undefined],
])('%s stands in a menu as %s', (keys, shown) => expect(acceleratorOf(keys)).toBe(shown))

test('the usual keys of every command can be shown', () => {
  const lost = Object.values(PALETTE_COMMANDS).filter(
    (command) => 'keys' in command && acceleratorOf(command.keys) === undefined,
  )
  expect(lost).toEqual([])
})
