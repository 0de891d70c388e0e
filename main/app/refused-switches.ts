type HasSwitch = (name: string) => boolean

/**
 * Why a release does not start with a debugging port: every program on this machine could then control the page.
 * Electron's fuses refuse the switches for main.
 */
export const refusedDebugging = (has: HasSwitch): string | undefined =>
  ['remote-debugging-port', 'remote-debugging-pipe']
    .filter(has)
    .map((name) => `Stet does not start with --${name}.`)[0]

/**
 * Why a release does not start without Chromium's sandbox, and how to fix that. An AppImage adds that switch itself
 * where the system offers no user namespaces.
 */
export const refusedWithoutSandbox = (has: HasSwitch): string | undefined =>
  has('no-sandbox')
    ? 'Stet does not start without the sandbox of its windows (--no-sandbox). Where the system gives an AppImage none, as Ubuntu does since 24.04, install the deb, or allow user namespaces: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
    : undefined
