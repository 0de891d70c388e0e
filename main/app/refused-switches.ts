type HasSwitch = (name: string) => boolean

/** Why a release does not start for somebody who debugs it: a port gives every program of this machine the run of the page. The fuses refuse those of main. */
export const refusedDebugging = (has: HasSwitch): string | undefined =>
  ['remote-debugging-port', 'remote-debugging-pipe']
    .filter(has)
    .map((name) => `Stet does not start with --${name}.`)[0]

/** Why a release does not start without Chromium's sandbox, and what helps. An AppImage adds that switch by itself where the system has no user namespaces for it. */
export const refusedWithoutSandbox = (has: HasSwitch): string | undefined =>
  has('no-sandbox')
    ? 'Stet does not start without the sandbox of its windows (--no-sandbox). Where the system gives an AppImage none, as Ubuntu does since 24.04, install the deb, or allow user namespaces: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
    : undefined
