import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Environment } from '../profile'
import type { CopyPage } from './copy-page'
import type { CopyOwner, KeptCopy } from './kept-copy'

export interface FirstPageParts {
  readonly profile: string
  /** The folder of the built page. */
  readonly renderer: string
  readonly service: Environment['service']
  readonly copy: KeptCopy
}

/** The first page of a start, and no other, is the page as it was left. */
export interface FirstPage {
  /** Hears of every address that is asked for; what goes into the page, for the first one. */
  readonly asked: (address: string) => CopyPage | undefined
  /** The page with a copy in it has asked for all that it is painted with; without one at once. */
  isRead(): Promise<void>
}

/** A page that asks for nothing holds nothing up for long. */
const READ_MOST_MS = 1_000

export function createFirstPage({ profile, renderer, service, copy }: FirstPageParts): FirstPage {
  let isFirst = true
  let read = () => {}
  const reading = new Promise<void>((resolve) => (read = resolve))
  return {
    asked(address) {
      // The page names its script last (`scripts/electron.vite.config.mjs`).
      if (address.endsWith('.js')) read()
      if (!isFirst || !address.endsWith('/index.html')) return undefined
      isFirst = false
      const page = copy.take(copyOwner(renderer, service, activeConnection(profile)))
      if (page === undefined) read()
      return page
    },
    isRead() {
      setTimeout(read, READ_MOST_MS)
      return reading
    },
  }
}

/** Whose copy it is that is kept now, or looked for. */
export function copyOwner(renderer: string, service: Environment['service'], connection: string): CopyOwner {
  return {
    build: buildOf(renderer),
    connection: service === undefined ? connection : '',
    asked: service?.address ?? null,
  }
}

/** The page names every file of a build by its contents. */
function buildOf(renderer: string): string {
  const page = fs.readFileSync(path.join(renderer, 'index.html'))
  return `${createHash('sha256').update(page).digest('hex')} ${process.versions['electron'] ?? ''}`
}

/** The library that opens when nothing else is asked for; by hand, since `connection-list.ts` needs the schemas. */
function activeConnection(profile: string): string {
  try {
    const list: unknown = JSON.parse(fs.readFileSync(path.join(profile, 'connections.json'), 'utf8'))
    const { activeId } = list as { readonly activeId: unknown }
    return typeof activeId === 'string' ? activeId : 'embedded'
  } catch {
    return 'embedded'
  }
}
