import fs from 'node:fs'
import path from 'node:path'
import { connect, expect, test } from './app'
import { startService } from './service'

// The list of libraries was edited by hand or restored from a backup, while one library had words that exist nowhere
// else.

type Entry = Readonly<Record<string, unknown>>
interface ListFile {
  readonly connections: readonly Entry[]
}

const NOT_READ = /could not read all of the list of your libraries/
const change = (list: ListFile, to: (entry: Entry) => readonly unknown[]): string =>
  JSON.stringify({
    ...list,
    connections: list.connections.flatMap((one) => (one['kind'] === 'service' ? to(one) : [one])),
  })

/** The edits of the file, and the message of the app for each. */
const EDITS: readonly {
  readonly what: string
  readonly edit: (list: ListFile, otherUrl: string) => string
  readonly says: RegExp
}[] = [
  {
    what: 'an entry that nobody can read',
    edit: (list) => change(list, (one) => [{ ...one, kind: 'servic' }]),
    says: NOT_READ,
  },
  {
    what: 'two entries of one id',
    edit: (list) => change(list, (one) => [one, { ...one, name: 'Twice' }]),
    says: NOT_READ,
  },
  { what: 'an empty file', edit: () => '', says: NOT_READ },
  {
    what: 'the list of a time before the library',
    edit: (list) =>
      JSON.stringify({ ...list, activeId: 'embedded', connections: list.connections.slice(0, 1) }),
    says: /missing from your list and is listed again/,
  },
  {
    what: 'the address of another service',
    edit: (list, address) => change(list, (one) => [{ ...one, address }]),
    says: /Enter key/,
  },
]

test('[H5] a list of libraries that was edited: the app starts, says so, and has every word', async ({
  start,
  service,
}) => {
  test.slow()
  const another = await startService()
  try {
    await service.create({ title: 'On the service', content: 'Its text.' })
    const app = await start()
    await connect(app, service)
    await app.openDocument('On the service')
    await app.waitForPhase('clean')
    await service.stop()
    await app.type(' Only here.')
    await app.close()

    const file = path.join(app.profile, 'connections.json')
    const whole = fs.readFileSync(file, 'utf8')
    for (const { what, edit, says } of EDITS)
      await test.step(what, async () => {
        fs.writeFileSync(file, edit(JSON.parse(whole) as ListFile, another.url))
        const again = await start({ profile: app.profile })
        await expect(again.page.getByText(says).first()).toBeVisible()
        await again.page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().click()
        await again.page
          .getByRole('menuitemradio')
          .filter({ hasText: new URL(service.url).host })
          .click()
        await again.openDocument('On the service')
        expect(await again.readText()).toBe('Its text. Only here.')
        expect((await another.documents()).map(({ content }) => content)).not.toContain(
          'Its text. Only here.',
        )
        await again.close()
      })
  } finally {
    await another.dispose()
  }
})
