import { test as base } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { expectFocusKept, watchFocus } from '../focus-watch'
import { ROOT } from '../paths'

export { expect } from '@playwright/test'

const folder = path.join(ROOT, 'out', 'ui')

/**
 * A test in a plain Chromium on the memory bridge: `http://localhost/memory.html` and everything under it
 * comes from the built renderer (`npm run build ui`), without a server and without a port; whatever else a
 * page asks for is refused. Localhost, because a page there may use what needs a secure context.
 */
export const test = base.extend({
  context: async ({ context }, use) => {
    await context.route('**/*', (route) => {
      const { host, pathname } = new URL(route.request().url())
      const file = path.join(folder, path.posix.normalize(pathname))
      return host === 'localhost' && fs.existsSync(file) ? route.fulfill({ path: file }) : route.abort()
    })
    await use(context)
  },
  page: async ({ page }, use) => {
    await watchFocus(page)
    await use(page)
    await expectFocusKept(page)
  },
})
