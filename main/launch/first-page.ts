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
  /** Makes it, while nobody waits for it yet. */
  prepare(): void
  /** Hears of every address that is asked for; what goes into the page, for the first one. */
  readonly asked: (address: string) => CopyPage | undefined
  /** The page with a copy in it is on the screen; without one at once. */
  isShown(): Promise<void>
}

/** A page that is not painted holds nothing up for long. */
const SHOWN_MOST_MS = 1_000

export function createFirstPage({ profile, renderer, service, copy }: FirstPageParts): FirstPage {
  let isFirst = true
  let prepared: { readonly page: CopyPage | undefined } | undefined
  let scripts = 0
  let shown = () => {}
  const showing = new Promise<void>((resolve) => (shown = resolve))
  const prepare = () =>
    (prepared ??= { page: copy.take(copyOwner(renderer, service, activeConnection(profile))) })
  return {
    prepare() {
      if (isFirst) prepare()
    },
    asked(address) {
      // After the first, small one it asks for no other until it is painted (`renderer/launch/held-words.ts`).
      if (address.endsWith('.js') && ++scripts === 2) shown()
      if (!isFirst || !address.endsWith('/index.html')) return undefined
      isFirst = false
      const { page } = prepare()
      prepared = undefined
      if (page === undefined) shown()
      return page
    },
    isShown() {
      setTimeout(shown, SHOWN_MOST_MS)
      return showing
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
