import { app } from 'electron'

/**
 * The kind of build: the source tree; a build for tests, whose package has a name of its own (`scripts/package.mjs`),
 * accepts an inspector and checks the events that it sends to its windows; or a release.
 */
type BuildKind = 'tree' | 'test' | 'release'

export function buildKind(): BuildKind {
  if (!app.isPackaged) return 'tree'
  return app.getName() === 'Stet' ? 'release' : 'test'
}

/** The title of a window, which marks builds that are not meant for writers. */
export const titled = (title: string): string => (buildKind() === 'test' ? `${title} (test build)` : title)
