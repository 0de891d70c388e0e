/** The Electron version in package.json, with which Stet is released; the build inserts it. */
declare const STET_RELEASE_ELECTRON: string

/**
 * Whether this app runs on the Electron version with which it is released. Any other may be outdated or somebody else's
 * build, so it gets no key of a service on another machine.
 */
export const isReleaseRuntime = (): boolean => process.versions.electron === STET_RELEASE_ELECTRON
