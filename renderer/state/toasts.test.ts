import { expect, test } from 'vitest'
import { useWindow } from './store'
import { showToast } from './toasts'

test('a long name is shown in part, and no sign of it is torn', () => {
  const name = 'a'.repeat(59) + '🧵'.repeat(30)
  showToast(`Deleted “${name}”. “Short” stays.`)
  const said = useWindow.getState().toasts[0]?.text
  expect(said).toBe(`Deleted “${'a'.repeat(59)}🧵…”. “Short” stays.`)
})
