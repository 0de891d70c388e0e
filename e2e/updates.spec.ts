import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { eventually, expect, test, type App, type AppOptions } from './app'
import { WAIT_MS, freshFolder, removeFolder, testBuild } from './paths'

/**
 * Tests electron-updater with a feed on loopback. Only updates of an AppImage can be tested here: the updater replaces
 * the file named in APPIMAGE.
 */
const onLinux = process.platform === 'linux' && testBuild() !== undefined ? test : () => {}

interface Feed {
  readonly options: AppOptions
  /** The file from which the app believes it was started. */
  readonly appImage: string
  /** A file that the newer version creates when it starts. */
  readonly started: string
  /** The addresses whose answers the app aborted. */
  readonly brokenOff: string[]
  readonly asked: { readonly url: string; readonly headers: http.IncomingHttpHeaders }[]
}

/** The number of answers of a feed that count as its first ones. */
const FIRST = 3

const OLD = '#!/bin/sh\n# the one that is installed\n'

async function withFeed(
  given: {
    /** The version in the first answers, if it differs from that of the later ones. */
    readonly firstVersion?: string
    readonly sha512?: string
    readonly endless?: 'feed' | 'file'
    /** Whether the app was installed by a package manager. */
    readonly isBySystem?: boolean
    /** The download stalls after its first byte, redirects in a circle, or is redirected elsewhere. */
    readonly file?: 'stalls' | 'circles' | 'elsewhere'
  },
  use: (feed: Feed) => Promise<void>,
): Promise<void> {
  const folder = freshFolder('feed')
  const appImage = path.join(folder, 'Stet.AppImage')
  const started = path.join(folder, 'started')
  fs.writeFileSync(appImage, OLD, { mode: 0o755 })
  const newer = `#!/bin/sh\necho started > '${started}'\n`
  const about = (version: string) =>
    [
      `version: ${version}`,
      'files:',
      '  - url: Stet-9.9.9.AppImage',
      `    sha512: ${given.sha512 ?? createHash('sha512').update(newer).digest('base64')}`,
      `    size: ${newer.length}`,
      `releaseNotes: "<p>Quotes <b>stay</b>.</p><script>alert(1)</script>"`,
      "releaseDate: '2026-11-24T00:00:00.000Z'",
    ].join('\n')
  const asked: { url: string; headers: http.IncomingHttpHeaders }[] = []
  const brokenOff: string[] = []
  const flood = (answer: http.ServerResponse) => {
    const more = () => {
      while (!answer.destroyed && answer.write('x'.repeat(65_536)));
    }
    answer.on('drain', more)
    more()
  }
  const server = http.createServer(({ url = '', headers }, answer) => {
    asked.push({ url, headers })
    answer.once('close', () => answer.writableFinished || brokenOff.push(url))
    if (url.startsWith('/latest-linux')) {
      if (given.endless === 'feed') flood(answer)
      else answer.end(about((asked.length <= FIRST ? given.firstVersion : undefined) ?? '9.9.9'))
    } else if (given.endless === 'file') flood(answer)
    else if (given.file === 'stalls') answer.writeHead(200, { 'content-length': newer.length }).write('#')
    else if (given.file === 'circles') answer.writeHead(302, { location: url }).end()
    else if (given.file === 'elsewhere' && !url.startsWith('/moved'))
      answer.writeHead(302, { location: `/moved${url}` }).end()
    else answer.end(newer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const config = path.join(folder, 'app-update.yml')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fs.writeFileSync(config, `provider: generic\nurl: ${address}\nupdaterCacheDirName: stet-updates\n`)
  const env = {
    STET_UPDATE_CONFIG: config,
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    ...(given.isBySystem !== true && { APPIMAGE: appImage }),
  }
  try {
    await use({ options: { env }, appImage, started, asked, brokenOff })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    removeFolder(folder)
  }
}

const update = (app: App) => app.page.getByRole('status', { name: 'Update' })

async function download(app: App): Promise<void> {
  await expect(update(app)).toHaveText('Stet 9.9.9 is out')
  await app.page.getByRole('button', { name: 'Update…' }).click()
  await app.page.getByRole('dialog', { name: 'Stet 9.9.9' }).getByRole('button', { name: 'Download' }).click()
}

onLinux(
  '[W23] an update is shown, downloaded when asked for, and takes the place of the app after every word is kept',
  async ({ start }) => {
    await withFeed({}, async ({ options, appImage, started, asked }) => {
      const app = await start(options)
      await expect(update(app)).toHaveText('Stet 9.9.9 is out')
      await app.page.getByRole('button', { name: 'Update…' }).click()
      const dialog = app.page.getByRole('dialog', { name: 'Stet 9.9.9' })
      await expect(dialog.getByRole('group', { name: 'What is new' })).toHaveText('Quotes stay.alert(1)')
      expect(asked.map(({ url }) => url.split('?')[0])).toEqual(['/latest-linux.yml'])
      await dialog.getByRole('button', { name: 'Download' }).click()
      await expect(update(app)).toHaveText('Stet 9.9.9 is ready')
      expect(fs.readFileSync(appImage, 'utf8')).toBe(OLD)
      // The updater sends no identifier by which the feed could count its readers.
      const numbers = asked.flatMap(({ headers }) => headers['x-user-staging-id'] ?? [])
      expect(new Set(numbers)).toEqual(new Set(['00000000-0000-5000-8000-000000000000']))

      await app.newDocument('Before the update')
      await app.type('The last words of the old version.')
      const ended = new Promise((resolve) => app.electron.process().once('exit', resolve))
      await app.page.getByRole('button', { name: 'Restart to update' }).click()
      await ended
      await eventually(() => (fs.existsSync(started) ? true : undefined))
      expect(fs.readFileSync(appImage, 'utf8')).toContain('echo started')
      const again = await start({ profile: app.profile })
      await again.openDocument('Before the update')
      await expect(again.text).toHaveText('The last words of the old version.')
      await again.close()
    })
  },
)

for (const [name, given, words] of [
  ['a damaged update', { sha512: Buffer.alloc(64).toString('base64') }, 'is not what was announced'],
  ['an update without end', { endless: 'file' }, 'more than any version of Stet can be'],
  ['an update that comes to a halt', { file: 'stalls' }, 'could not be downloaded. Nothing was changed'],
  [
    'an update whose address leads in circles',
    { file: 'circles' },
    'could not be downloaded. Nothing was changed',
  ],
] as const)
  onLinux(`${name} is thrown away, and the old version stays as it is`, async ({ start }) => {
    await withFeed(given, async ({ options, appImage, started }) => {
      const app = await start(options)
      await download(app)
      await expect(update(app)).toHaveText('Stet 9.9.9 could not be downloaded')
      await app.page.getByRole('button', { name: 'Update…' }).click()
      await expect(app.page.getByRole('alert')).toContainText(words)
      await app.page.keyboard.press('Escape')
      await app.close()
      expect(fs.readFileSync(appImage, 'utf8')).toBe(OLD)
      expect(fs.existsSync(started)).toBe(false)
    })
  })

onLinux('an update that was put at another address is found there', async ({ start }) => {
  await withFeed({ file: 'elsewhere' }, async ({ options, asked }) => {
    const app = await start(options)
    await download(app)
    await expect(update(app)).toHaveText('Stet 9.9.9 is ready')
    expect(asked.some(({ url }) => url.startsWith('/moved'))).toBe(true)
    await app.close()
  })
})

onLinux('a plain quit installs an update that is ready, and starts nothing', async ({ start }) => {
  await withFeed({}, async ({ options, appImage, started }) => {
    const app = await start(options)
    await download(app)
    await expect(update(app)).toHaveText('Stet 9.9.9 is ready')
    expect(fs.readFileSync(appImage, 'utf8')).toBe(OLD)
    await app.close()
    expect(fs.readFileSync(appImage, 'utf8')).toContain('echo started')
    expect(fs.existsSync(started)).toBe(false)
  })
})

onLinux(
  'who never looks for updates asks the feed nothing, and asks once updates are wanted',
  async ({ start }) => {
    await withFeed({}, async ({ options, asked }) => {
      const profile = freshFolder('profile')
      fs.writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ looksForUpdates: false }))
      const app = await start({ ...options, profile })
      await app.newDocument('Without a feed')
      await app.type('The window has been drawn.')
      await call(app, 'settings.set', { looksForUpdates: true })
      await expect(update(app)).toHaveText('Stet 9.9.9 is out')
      expect(asked).toHaveLength(1)
      await app.close()
    })
  },
)

onLinux(
  'an app that a package manager installed names the newer version, and leaves it to the system',
  async ({ start }) => {
    await withFeed({ isBySystem: true }, async ({ options, asked }) => {
      const app = await start(options)
      await expect(update(app)).toHaveText('Stet 9.9.9 is out')
      await app.page.getByRole('button', { name: 'Update…' }).click()
      const dialog = app.page.getByRole('dialog', { name: 'Stet 9.9.9' })
      await expect(dialog).toContainText('updated the way it was installed: by your system')
      await expect(dialog.getByRole('button', { name: 'Download' })).toHaveCount(0)
      expect(asked).toHaveLength(1)
      await app.close()
    })
  },
)

const call = (app: App, name: string, input?: unknown): Promise<unknown> =>
  app.page.evaluate(
    ([asked, given]) =>
      (globalThis as unknown as { app: { call(name: string, input: unknown): Promise<unknown> } }).app.call(
        asked,
        given,
      ),
    [name, input] as const,
  )

onLinux('a feed without end is no update', async ({ start }) => {
  await withFeed({ endless: 'feed' }, async ({ options, brokenOff }) => {
    const app = await start(options)
    // Without a limit, the app would read on as long as it runs.
    await eventually(() => (brokenOff.length > 0 ? true : undefined))
    expect(JSON.stringify(await call(app, 'update.get'))).toContain('"kind":"none"')
    await expect(update(app)).toHaveCount(0)
    await app.close()
  })
})

/** Records the versions that the app reports to its window; returns a function that gives those so far. */
async function versionsTold(app: App): Promise<() => Promise<readonly string[]>> {
  await app.page.evaluate(() => {
    const page = globalThis as unknown as {
      app: { listen(name: string, listener: (state: { version?: string }) => void): void }
      told: string[]
    }
    page.told = []
    page.app.listen('update.changed', ({ version }) => {
      if (version !== undefined) page.told.push(version)
    })
  })
  return () => app.page.evaluate(() => (globalThis as unknown as { told: string[] }).told)
}

for (const version of ['0.0.1', '0.1.0-beta.1', '0.1.0'])
  onLinux(`an older version is no update: ${version}`, async ({ start }) => {
    await withFeed({ firstVersion: version }, async ({ options, asked }) => {
      const profile = freshFolder('profile')
      fs.writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ looksForUpdates: false }))
      const app = await start({ ...options, profile })
      const told = await versionsTold(app)
      // Switching updates on again causes an immediate check; by then, the first answers of the feed have been
      // processed.
      await expect(async () => {
        for (const looksForUpdates of [false, true]) await call(app, 'settings.set', { looksForUpdates })
        await app.page.waitForTimeout(500)
        expect(await told()).not.toEqual([])
      }).toPass({ timeout: WAIT_MS })
      expect((await told())[0]).toBe('9.9.9')
      expect(asked.length).toBeGreaterThan(FIRST)
      await app.close()
    })
  })
