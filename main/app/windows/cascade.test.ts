import { expect, test } from 'vitest'
import { cascaded } from './cascade'

const AREA = { x: 0, y: 40, width: 1920, height: 1040 }
const from = { x: 100, y: 100, width: 1280, height: 800, maximized: false }

test('a new window has the size of the one it is opened from, and stands a step down and to the right', () => {
  expect(cascaded(from, [from], AREA)).toEqual({ ...from, x: 130, y: 130 })
  expect(cascaded({ ...from, maximized: true }, [from], AREA).maximized).toBe(true)
})

test('a new window covers no other window exactly, even where the window manager moved that one a little', () => {
  const others = [from, { x: 130, y: 130 }, { x: 162, y: 165 }]
  expect(cascaded(from, others, AREA)).toMatchObject({ x: 190, y: 190 })
})

test('a new window stays inside the work area, from whose edge the steps go on', () => {
  const low = { ...from, x: 300, y: 270 }
  expect(cascaded(low, [low], AREA)).toMatchObject({ x: 330, y: 40 })
  const far = { ...from, x: 640, y: 270 }
  expect(cascaded(far, [far], AREA)).toMatchObject({ x: 0, y: 40 })
  const outside = { ...from, x: -500, y: -500 }
  expect(cascaded(outside, [outside], AREA)).toMatchObject({ x: 0, y: 40 })
})

test('a window that fills the work area has one position, and one that is larger is made smaller', () => {
  const whole = { ...AREA, maximized: false }
  expect(cascaded(whole, [whole, whole], AREA)).toEqual(whole)
  expect(cascaded({ ...whole, width: 3000, height: 2000 }, [whole], AREA)).toEqual(whole)
})
