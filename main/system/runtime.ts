/** The version of Electron in package.json, which Stet is released with; put in by the build. */
declare const STET_RELEASE_ELECTRON: string

/**
 * Whether this app runs on the Electron that it is released with. Any other may be out of date or somebody else's build,
 * so it gets no key of a service on another machine.
 */
export const isReleaseRuntime = (): boolean => process.versions.electron === STET_RELEASE_ELECTRON
