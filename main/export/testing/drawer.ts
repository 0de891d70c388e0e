import type { Drawer } from '../drawing/drawer'
import { PICTURE } from './fixtures'

/**
 * Fails for every diagram whose source contains "wrong", and draws a rectangle of 200 by 100 for every other; `drawn`
 * collects the requested sources.
 */
export function drawerOf(drawn: string[] = []): Drawer {
  return {
    begin: () => ({
      async diagram(source) {
        drawn.push(source)
        if (source.includes('wrong')) return { kind: 'failed', why: 'This is no diagram yet: it is wrong' }
        const svg =
          '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100"/></svg>'
        return { kind: 'picture', svg, width: 200, height: 100, words: 'Draft, Published' }
      },
      async raster(_svg, { width, height }) {
        drawn.push(`${width} x ${height}`)
        return PICTURE.read()
      },
      end() {},
    }),
  }
}
