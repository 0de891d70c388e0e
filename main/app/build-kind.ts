import { app } from 'electron'

/**
 * Where this app runs from: the source tree; a build for tests, whose package has a name of its own (`scripts/package.mjs`),
 * takes an inspector and checks what it tells its windows; or a release.
 */
type BuildKind = 'tree' | 'test' | 'release'

export function buildKind(): BuildKind {
  if (!app.isPackaged) return 'tree'
  return app.getName() === 'Stet' ? 'release' : 'test'
}

/** The title of a window, which says where the app is none for a writer. */
export const titled = (title: string): string => (buildKind() === 'test' ? `${title} (test build)` : title)
