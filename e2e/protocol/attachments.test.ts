import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FileSummary } from '../../shared/ipc/ipc-files'
import { openWriter, type Writer, type WriterOptions } from './writer'
import { useWriters } from './writers'

const { writers } = useWriters()

async function writerWith(options: WriterOptions = {}): Promise<Writer> {
  const writer = openWriter(options)
  writers.push(writer)
  await writer.pass(2_000)
  return writer
}

/** Advances the clock. The real clock is needed for sending too, because the bytes come from a real disk. */
async function pass(writer: Writer, ms: number): Promise<void> {
  const isSending = () => writer.workspace.outbox.list().waiting.some(({ state }) => state === 'sending')
  for (let part = 0; part < 10; part++) {
    await writer.pass(ms / 10)
    for (let turn = 0; turn < 400 && isSending(); turn++) {
      await new Promise((done) => setTimeout(done, 5))
      await writer.pass(0)
    }
  }
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const paste = (writer: Writer, name = 'map.png', bytes: Uint8Array<ArrayBuffer> = PIXEL) =>
  writer.workspace.attachments.add({ name, bytes })

const files = async (writer: Writer) => {
  const answer = await writer.other.call('files.list')
  return answer.kind === 'ok' ? answer.data : []
}
const only = (writer: Writer): FileSummary => writer.workspace.attachments.list()[0]!
const textThere = async (writer: Writer, title: string) => {
  const answer = await writer.other.call('documents.list')
  return answer.kind === 'ok' ? answer.data.find((row) => row.title === title)?.content : undefined
}

/** Creates a document whose text shows a file that was just added. */
async function writtenWith(writer: Writer, link: string) {
  const { id } = await writer.workspace.documents.create({ title: 'Harbour', text: 'Before\n' })
  const window = await writer.edit(id)
  await window.append(`![map](${link})\n`)
  return { id, window }
}

test('a chosen file that is gone is named, and so is one that cannot be read', async () => {
  const { attachments } = (await writerWith()).workspace
  await expect(attachments.addFrom('/nowhere/ferry.png')).rejects.toThrow(
    '“ferry.png” cannot be read: it is not there any more.',
  )
  await expect(attachments.addFrom(import.meta.dirname)).rejects.toThrow('“protocol” cannot be read.')
  expect(attachments.list()).toEqual([])
})

describe('an image that was pasted', () => {
  test('is here at once, is uploaded, and its link becomes the served one in open and closed texts', async () => {
    const writer = await writerWith()
    const taken = await paste(writer)
    expect(taken).toMatchObject({ name: 'map.png', isImage: true })
    const { path, type } = await writer.workspace.attachments.open(taken.link)
    expect(readFileSync(path).equals(PIXEL)).toBe(true)
    expect(type).toBe('image/png')
    await writer.workspace.documents.create({ title: 'Closed', text: `See ![map](${taken.link}).` })
    const { window } = await writtenWith(writer, taken.link)
    await pass(writer, 10_000)
    const [uploaded] = await files(writer)
    expect(uploaded).toMatchObject({ name: 'map.png', mime_type: 'image/png', size: PIXEL.length })
    const served = `/api/v1/files/${uploaded!.id}/serve`
    expect(window.text()).toBe(`Before\n![map](${served})\n`)
    expect(await textThere(writer, 'Harbour')).toBe(`Before\n![map](${served})\n`)
    expect(await textThere(writer, 'Closed')).toBe(`See ![map](${served}).`)
    expect(only(writer)).toMatchObject({ link: served, state: 'stored', uses: 2, isHere: true })
  })

  test('never keeps its text waiting: offline both wait, and both go when the network is back', async () => {
    const writer = await writerWith()
    writer.faults.offline(true)
    const taken = await paste(writer)
    const { window } = await writtenWith(writer, taken.link)
    await pass(writer, 20_000)
    expect(only(writer).state).toBe('waiting')
    expect(writer.workspace.outbox.list().waiting.map(({ what }) => what)).toContain(
      `Upload “map.png” · ${PIXEL.length} bytes`,
    )
    expect((await writer.workspace.attachments.open(taken.link)).name).toBe('map.png')
    writer.faults.clear()
    writer.workspace.retry()
    await pass(writer, 20_000)
    expect(await files(writer)).toHaveLength(1)
    expect(await textThere(writer, 'Harbour')).toBe(window.text())
    expect(window.text()).toContain('/api/v1/files/')
  })

  test('[W17] is uploaded once where the answer is lost and the network goes, with keys honoured and without', async () => {
    for (const idempotency of ['yes', 'no'] as const) {
      const writer = await writerWith({ known: { guarded: 'seen', etags: 'yes', idempotency } })
      writer.faults.plan({ kind: 'answer-lost' }, 'POST /files')
      writer.faults.plan({ kind: 'refused' }, 'POST /files', 2)
      await paste(writer)
      await pass(writer, 200_000)
      expect(await files(writer)).toHaveLength(1)
      expect(only(writer).state).toBe('stored')
    }
  })

  test('survives a crash before its upload, and between the upload and the new link', async () => {
    const writer = await writerWith()
    writer.faults.offline(true)
    const taken = await paste(writer)
    await writtenWith(writer, taken.link)
    await pass(writer, 3_000)
    writer.crash()
    writer.faults.clear()
    await pass(writer, 20_000)
    expect(await files(writer)).toHaveLength(1)
    writer.crash()
    await pass(writer, 5_000)
    expect(await textThere(writer, 'Harbour')).toContain('/api/v1/files/')
  })
})

describe('a file that the service refuses', () => {
  const settings = { settings: { maxFileBytes: 1_000 } }
  const large = new Uint8Array(5_000)

  test('asks for the writer, stops nothing else, and its limit is known from then on', async () => {
    const writer = await writerWith({ settings })
    const taken = await paste(writer, 'large.bin', large)
    await writtenWith(writer, taken.link)
    await pass(writer, 10_000)
    expect(only(writer)).toMatchObject({ state: 'failed', problem: expect.stringContaining('1000 bytes') })
    expect(await textThere(writer, 'Harbour')).toContain(taken.link)
    await expect(async () => paste(writer, 'other.bin', large)).rejects.toThrow('up to 1 kB')
    await paste(writer)
    await pass(writer, 10_000)
    expect(await files(writer)).toHaveLength(1)
  })

  test('is removed together with its links, and leaves no ghost', async () => {
    const writer = await writerWith({ settings })
    const taken = await paste(writer, 'large.bin', large)
    const { window } = await writtenWith(writer, taken.link)
    await pass(writer, 10_000)
    await writer.workspace.attachments.remove({ id: taken.id })
    await pass(writer, 10_000)
    expect(window.text()).toBe('Before\n\n')
    expect(writer.workspace.attachments.list()).toEqual([])
    expect(writer.workspace.outbox.list().waiting).toEqual([])
  })
})

describe("a file of the service's", () => {
  async function withFile(writer: Writer) {
    const form = new FormData()
    form.append('files[]', new Blob([PIXEL], { type: 'image/png' }), 'theirs.png')
    const answer = await writer.other.call('files.upload', { body: form })
    writer.workspace.retry()
    await pass(writer, 10_000)
    return answer.kind === 'ok' ? answer.data[0]!.id : ''
  }

  test('is shown through main, and offline once it was shown', async () => {
    const writer = await writerWith()
    const link = `/api/v1/files/${await withFile(writer)}/serve`
    expect(only(writer)).toMatchObject({ name: 'theirs.png', link, isHere: false })
    await writer.workspace.attachments.open(link)
    writer.faults.offline(true)
    const { path } = await writer.workspace.attachments.open(link)
    expect(readFileSync(path).equals(PIXEL)).toBe(true)
    expect(only(writer).isHere).toBe(true)
  })

  test('is renamed, described and deleted, guarded, offline too', async () => {
    const writer = await writerWith()
    const id = await withFile(writer)
    writer.faults.offline(true)
    await writer.workspace.attachments.edit({ id, name: 'harbour.png', alt: 'The harbour' })
    await pass(writer, 5_000)
    writer.faults.clear()
    writer.workspace.retry()
    await pass(writer, 10_000)
    expect((await files(writer))[0]).toMatchObject({ name: 'harbour.png', alt: 'The harbour' })
    await writer.workspace.attachments.delete({ ids: [id] })
    await writer.workspace.attachments.restore({ ids: [id] })
    await pass(writer, 20_000)
    expect(await files(writer)).toHaveLength(1)
    await writer.workspace.attachments.delete({ ids: [id] })
    await pass(writer, 20_000)
    expect(await files(writer)).toEqual([])
    expect(writer.workspace.attachments.list()).toEqual([])
  })

  test('whose alternative text was set before the upload ended keeps it', async () => {
    const writer = await writerWith()
    writer.faults.offline(true)
    const { id } = await paste(writer)
    await writer.workspace.attachments.edit({ id, alt: 'A map' })
    writer.faults.clear()
    writer.workspace.retry()
    await pass(writer, 20_000)
    expect((await files(writer))[0]).toMatchObject({ name: 'map.png', alt: 'A map' })
  })
})

test('a link that names no file of this library opens nothing', async () => {
  const writer = await writerWith()
  for (const link of ['https://elsewhere.test/a.png', '/etc/passwd', 'stet-file:unknown', '../x.png'])
    await expect(writer.workspace.attachments.open(link)).rejects.toThrow(
      /names no file of this library|not here any more/,
    )
})
