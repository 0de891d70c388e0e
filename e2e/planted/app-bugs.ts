import type { PlantedBug } from './bug'

/** A fault that only the running app, or a file for packaging, shows, with the test that has to detect the fault. */
export interface AppBug extends PlantedBug {
  /** A Playwright file of the app, or a Vitest file. */
  readonly suite: string
  /** A part of the names of the tests to be run. */
  readonly tests: string
}

/** Faults that undo a fix of the last review (`docs/security.md`) that no module test covers. */
export const APP_BUGS: readonly AppBug[] = [
  {
    name: 'the app goes on with a key in its environment',
    rule: 'M2',
    file: 'main/main.ts',
    text: `if (mustStartAnew(process.env)) process.exit(startAnew())\n`,
    replacement: `if (mustStartAnew({})) process.exit(startAnew())\n`,
    breaks: 'the key is in the memory of every page',
    suite: 'e2e/key-memory.spec.ts',
    tests: 'a key in the environment is handed over',
  },
  {
    name: 'a page that has ended is not loaded again',
    rule: 'M12',
    file: 'main/app/windows/page-recovery.ts',
    text: `      if (step === 'load-anew') load()\n`,
    replacement: `      if (step === 'load-anew') return\n`,
    breaks: 'a window whose process ended stays white',
    suite: 'e2e/page-recovery.spec.ts',
    tests: 'a page that crashes comes back',
  },
  {
    name: 'nobody hears that a page stands still',
    rule: 'M12',
    file: 'main/app/windows/page-recovery.ts',
    text: `  window.on('unresponsive', hang.unresponsive)\n`,
    replacement: '',
    breaks: 'a window that stands still can only be killed, with all others',
    suite: 'e2e/page-recovery.spec.ts',
    tests: 'a window that never answers again',
  },
  {
    name: 'WebRTC may use UDP',
    rule: 'L1',
    file: 'main/app/windows/window.ts',
    text: `  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')\n`,
    replacement: '',
    breaks: 'a page that runs somebody else’s code sends words to any host',
    suite: 'e2e/process-boundary.spec.ts',
    tests: 'L1',
  },
  {
    name: 'files in a page have the rights of the disk',
    rule: 'L8',
    file: 'electron-builder.yml',
    text: `grantFileProtocolExtraPrivileges: false`,
    replacement: `grantFileProtocolExtraPrivileges: true`,
    breaks: 'a page that comes from a file reads every other one',
    suite: 'e2e/security-list.test.ts',
    tests: 'what is shipped is pinned',
  },
  {
    name: 'a release has developer tools',
    rule: 'L8',
    file: 'main/app/windows/window.ts',
    text: `devTools: !app.isPackaged`,
    replacement: `devTools: true`,
    breaks: 'whoever sits at the machine runs code in the page',
    suite: 'e2e/security-list.test.ts',
    tests: 'what is shipped is pinned',
  },
  {
    name: 'a text may become markup',
    rule: 'L13',
    file: 'main/app/app-protocol.ts',
    text: `    "require-trusted-types-for 'script'",\n`,
    replacement: '',
    breaks: 'one careless line of the page runs what stands in a text',
    suite: 'e2e/process-boundary.spec.ts',
    tests: 'L13',
  },
  {
    name: 'an address that is none is an unusable folder',
    rule: 'L21',
    file: 'main/app/start-failure.ts',
    text: `    case 'invalid-input':\n`,
    replacement: `    case 'unusable-address':\n`,
    breaks: 'the writer is told to repair a folder that is sound',
    suite: 'e2e/starting.spec.ts',
    tests: 'L21',
  },
]
