import type { Page } from '@playwright/test'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Host, HostParts } from '../host/host'
import { ROOT } from '../paths'

/** The main process built for tests (`npm run build host`). The bundle loads in a tenth of the time of the sources. */
const built = () =>
  import(pathToFileURL(path.join(ROOT, 'out/host/host.js')).href) as Promise<typeof import('../host/host')>

const KEYS = { cut: 'X', copy: 'C', paste: 'V', 'paste-plain': 'Shift+V' } as const

/** Starts main with the sample library for the pages of one test. */
export async function startHost(
  page: Page,
  parts: Omit<HostParts, 'windows'> & { readonly windows?: Partial<HostParts['windows']> } = {},
): Promise<Host> {
  const { openHost } = await built()
  return openHost({
    ...parts,
    windows: {
      edit: (_sender, action) => void page.keyboard.press(`ControlOrMeta+${KEYS[action]}`),
      open() {},
      openLink: async () => {},
      ...parts.windows,
    },
  })
}
