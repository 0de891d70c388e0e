import type { Page } from '@playwright/test'

export const DOORS = 'd-doors'

export const BASE = `Only eight of them opened.

The ninth had been shut the winter her mother left.

She counted them at night the way other children counted sheep.

There was a key for each.
`
const MINE = `Only eight of them opened.

The ninth had been nailed shut the winter her mother left, and nobody said why.

She counted them at night, lying on her back, the way other children counted sheep.

There was a key for each, and she had lost one of the keys.
`
export const THEIRS = `Only eight of them opened.

The ninth had been painted shut the spring her mother left.

She counted them at night the way other children counted sheep.

There was a key for each, and one more key.
`

/** “A house with nine doors” with two clashes, and one change of mine that nobody disputes. */
export async function putIntoConflict(page: Page): Promise<void> {
  await page.evaluate(
    ([id, base, mine, theirs]) => {
      const document = window.memory.records.documents.get(id)
      if (document === undefined) throw new Error('not in the sample')
      document.text = mine
      window.memory.clash(id, base, theirs)
    },
    [DOORS, BASE, MINE, THEIRS] as const,
  )
}

/** “A house with nine doors” with as many clashes, each in a paragraph of its own. */
export async function putIntoManyConflicts(page: Page, count: number): Promise<void> {
  await page.evaluate(
    ([id, clashes]) => {
      const written = (colour: string) =>
        Array.from({ length: clashes }, (_, at) => `Door ${at + 1} is ${colour} now.\n\nIt is shut.\n`).join(
          '\n',
        )
      const document = window.memory.records.documents.get(id)
      if (document === undefined) throw new Error('not in the sample')
      document.text = written('red')
      window.memory.clash(id, written('green'), written('blue'))
    },
    [DOORS, count] as const,
  )
}

/** “A house with nine doors”, deleted here; changed elsewhere since, or not known to be guarded there. */
export async function askAboutDeletion(page: Page, change: 'moved' | 'unmoved'): Promise<void> {
  await page.evaluate(
    ([id, base, theirs]) => {
      const { records } = window.memory
      const document = records.documents.get(id)
      if (document === undefined) throw new Error('not in the sample')
      document.text = base
      window.memory.clash(id, base, theirs)
      if (document.conflict === undefined) throw new Error('no conflict')
      document.conflict = { ...document.conflict, kind: 'deleted-here', regions: [] }
    },
    [DOORS, BASE, change === 'moved' ? THEIRS : BASE] as const,
  )
}

/** “A house with nine doors”, deleted elsewhere while words here were not sent. */
export async function deleteElsewhere(page: Page): Promise<void> {
  await page.evaluate(
    ([id, base]) => {
      window.memory.clash(id, base, base)
      const document = window.memory.records.documents.get(id)
      if (document?.conflict === undefined) throw new Error('no conflict')
      document.conflict = { ...document.conflict, kind: 'deleted-there', regions: [] }
    },
    [DOORS, BASE] as const,
  )
}

/** A log with a day and a half of entries. */
export async function fillLog(page: Page): Promise<void> {
  await page.evaluate(() => {
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
    window.memory.records.log = [
      { at: at(1), kind: 'sent', what: 'Edit of “Low water”', detail: 'Accepted by the service' },
      {
        at: at(4),
        kind: 'failed',
        what: 'Edit of “A house with nine doors”',
        detail: 'It had changed on the service; both texts were compared',
      },
      { at: at(1_500), kind: 'sent', what: 'New document “Low water”', detail: 'Accepted by the service' },
    ]
  })
}

/** The service comes within reach, or goes out of it. */
export async function setReach(page: Page, state: 'online' | 'offline'): Promise<void> {
  await page.evaluate((now) => {
    const { records } = window.memory
    records.connection = { ...records.connection, state: now }
    window.memory.emit('connection.changed', records.connection)
  }, state)
}

/** An outbox with one of each kind of trouble, offline. */
export async function showOutbox(page: Page): Promise<void> {
  await setReach(page, 'offline')
  await page.evaluate(() => {
    const { records } = window.memory
    const item = { canDecide: false, canRetry: false, canDiscard: false }
    records.outbox = {
      paused: false,
      waiting: [
        {
          ...item,
          id: '1',
          documentId: 'd-doors',
          what: 'Edit of “A house with nine doors”',
          kind: 'edit',
          why: 'Needs attention: 2 clashes',
          state: 'needs-you',
          canDecide: true,
        },
        {
          ...item,
          id: '2',
          what: 'Edit of “What the salt kept”',
          kind: 'edit',
          why: 'Waits for the network',
          state: 'waiting',
        },
        {
          ...item,
          id: '3',
          what: 'Upload map.png · 2.1 MB',
          kind: 'upload',
          why: 'The service asked to wait',
          state: 'waiting',
          retryAt: Date.now() + 60_000,
          canRetry: true,
        },
        {
          ...item,
          id: '4',
          what: 'Delete harbour.jpg',
          kind: 'file',
          why: 'Blocked: this key may not write files',
          state: 'blocked',
          canDiscard: true,
        },
      ],
      sent: [
        { at: new Date().toISOString(), what: '“Low water”', detail: 'merged 3 changes from elsewhere' },
      ],
    }
    window.memory.emit('outbox.changed', { waiting: 4 })
  })
  await page.keyboard.press('ControlOrMeta+Shift+O')
  await page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first().waitFor()
}
