import { expect, test } from 'vitest'
import { layoutOf } from './layout'

const panes = (panel: string, sidebar = true) => ({
  sidebar: { open: sidebar, width: 216 },
  list: { open: true, width: 272 },
  panel: { open: panel, width: 328 },
})

test('1280 wide everything stands side by side, the list a little narrower beside a panel', () => {
  expect(layoutOf(1280, panes('none'))).toMatchObject({
    sidebarInline: true,
    listInline: true,
    listWidth: 272,
  })
  expect(layoutOf(1280, panes('outbox'))).toMatchObject({ panelInline: true, listWidth: 248 })
})

test('900 wide the sidebar is a drawer; a panel takes the place of the list, and covers no text', () => {
  expect(layoutOf(900, panes('none'))).toMatchObject({
    sidebarInline: false,
    listInline: true,
    listWidth: 232,
  })
  expect(layoutOf(900, panes('outbox'))).toMatchObject({
    sidebarInline: false,
    listInline: false,
    panelInline: true,
    editorWidth: 572,
  })
  expect(layoutOf(1100, panes('outbox'))).toMatchObject({ sidebarInline: false, listInline: true })
})

test('a panel that was drawn wide gets narrower before it covers text', () => {
  const wide = { ...panes('outbox'), panel: { open: 'outbox', width: 560 } }
  expect(layoutOf(900, wide)).toMatchObject({ panelInline: true, panelWidth: 450, editorWidth: 450 })
  expect(layoutOf(760, wide)).toMatchObject({ panelInline: true, panelWidth: 320, editorWidth: 440 })
  expect(layoutOf(700, wide)).toMatchObject({ panelInline: true, panelWidth: 260, editorWidth: 440 })
})

test('below 700 there is no room for text and panel: it lies over the end of the lines', () => {
  expect(layoutOf(680, panes('outbox'))).toMatchObject({
    listInline: false,
    panelInline: false,
    panelWidth: 328,
    editorWidth: 680,
  })
})

test('a panel takes half of a small window at most', () => {
  expect(layoutOf(640, panes('outbox'))).toMatchObject({ panelWidth: 320 })
  expect(layoutOf(480, panes('outbox'))).toMatchObject({ panelWidth: 260 })
})

test('at 200 % zoom the list is a drawer as well', () => {
  expect(layoutOf(640, panes('none'))).toMatchObject({ sidebarInline: false, listInline: false })
})

test('the text never gets narrower than 36 characters', () => {
  for (let width = 480; width < 2_000; width += 20) {
    const { sidebarInline, listInline, panelInline, ...widths } = layoutOf(width, panes('outbox'))
    const rest =
      width -
      (sidebarInline ? widths.sidebarWidth : 0) -
      (listInline ? widths.listWidth : 0) -
      (panelInline ? widths.panelWidth : 0)
    expect(rest).toBeGreaterThanOrEqual(440)
  }
})

test('two sides: the sidebar gives way, then the list, then the side that the writer is not in', () => {
  const split = (width: number, panel = 'none') => layoutOf(width, panes(panel), true)
  expect(split(1440)).toMatchObject({ bothSides: true, sidebarInline: true, listInline: true })
  expect(split(1280)).toMatchObject({ bothSides: true, sidebarInline: false, listInline: true })
  expect(split(1280, 'outbox')).toMatchObject({ bothSides: true, listInline: false, panelInline: true })
  expect(split(900)).toMatchObject({ bothSides: true, listInline: false, editorWidth: 900 })
  expect(split(900, 'outbox')).toMatchObject({ bothSides: false, listInline: false, panelInline: true })
  expect(split(640)).toMatchObject({ bothSides: false })
})

test('no side gets narrower than 36 characters', () => {
  for (let width = 480; width < 2_000; width += 20)
    for (const panel of ['none', 'outbox']) {
      const { bothSides, editorWidth } = layoutOf(width, panes(panel), true)
      expect(editorWidth).toBeGreaterThanOrEqual(bothSides ? 880 : 440)
    }
})
