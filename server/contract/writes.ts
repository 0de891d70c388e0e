import { check, decision, must, same, statusIs, type Check, type Trial } from './check'
import type { Answer } from './target'

interface Kind {
  readonly path: string
  readonly etag: string
  /** A body that changes it, differently for each number. */
  readonly change: (n: number) => object
}

async function kinds(trial: Trial): Promise<Readonly<Record<'document' | 'folder' | 'file', Kind>>> {
  const read = async (path: string, change: Kind['change']): Promise<Kind> => ({
    path,
    etag: (await trial.send('GET', path)).etag,
    change,
  })
  const document = await trial.document()
  const folder = await trial.folder()
  const { records } = await trial.files([{ name: 'a.txt', type: 'text/plain', content: 'a' }])
  return {
    document: await read(`/documents/${document.record.id}`, (n) => ({ content: `text ${n}` })),
    folder: await read(`/folders/${folder.record.id}`, (n) => ({ name: `name ${n}` })),
    file: await read(`/files/${records[0].id}`, (n) => ({ name: `name ${n}.txt` })),
  }
}

const write = (trial: Trial, kind: Kind, ifMatch: string | undefined, n = 1): Promise<Answer> =>
  trial.send('PUT', kind.path, {
    json: kind.change(n),
    headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch },
  })

const remove = (trial: Trial, kind: Kind, ifMatch: string | undefined): Promise<Answer> =>
  trial.send('DELETE', kind.path, { headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch } })

export const WRITE_CHECKS: readonly Check[] = [
  check('C1 C4', 'reading gives an ETag, creating needs none', async (trial) => {
    for (const [name, kind] of Object.entries(await kinds(trial)))
      must(kind.etag !== '', `GET of a ${name} has no ETag`)
  }),

  check('C1 E1', 'strict: a write without If-Match is 428 and changes nothing', async (trial) => {
    for (const [name, kind] of Object.entries(await kinds(trial))) {
      const answers = [await write(trial, kind, undefined), await remove(trial, kind, undefined)]
      same(
        answers.map((answer) => answer.status),
        [428, 428],
        `PUT and DELETE of a ${name}`,
      )
      must(typeof answers[0]?.body?.message === 'string', 'no message')
      same((await trial.send('GET', kind.path)).etag, kind.etag, `ETag of the ${name}`)
    }
  }),

  check('C1 E1', 'a write with the current ETag is taken, the same ETag once more is 412', async (trial) => {
    for (const [name, kind] of Object.entries(await kinds(trial))) {
      statusIs(await write(trial, kind, kind.etag), 200)
      const current = await trial.send('GET', kind.path)
      must(current.etag !== kind.etag, `ETag of the ${name} did not move`)
      const stale = [await write(trial, kind, kind.etag, 2), await remove(trial, kind, kind.etag)]
      same(
        stale.map((answer) => answer.status),
        [412, 412],
        `stale PUT and DELETE of a ${name}`,
      )
      same((await trial.send('GET', kind.path)).body, current.body, `the ${name} after a stale write`)
      must(
        (await remove(trial, kind, current.etag)).status < 300,
        `DELETE of a ${name} with its ETag is refused`,
      )
    }
  }),

  check('C1', 'the wildcard is refused', async (trial) => {
    for (const kind of Object.values(await kinds(trial))) {
      statusIs(await write(trial, kind, '*'), 400, 412, 422, 428)
      statusIs(await remove(trial, kind, '*'), 400, 412, 422, 428)
      same((await trial.send('GET', kind.path)).etag, kind.etag, 'ETag')
    }
  }),

  decision('C1', 'lists, weak tags and what is no tag are refused', async (trial) => {
    for (const kind of Object.values(await kinds(trial)))
      for (const sent of [
        `${kind.etag}, ${kind.etag}`,
        `"x", ${kind.etag}`,
        `W/${kind.etag}`,
        kind.etag.replaceAll('"', ''),
        '""',
      ]) {
        statusIs(await write(trial, kind, sent), 412, 422)
        same((await trial.send('GET', kind.path)).etag, kind.etag, `ETag after If-Match: ${sent}`)
      }
  }),

  check('C2', 'a document ETag has the shape "doc-<id>-<revision>"', async (trial) => {
    const { record } = await trial.document()
    const { etag } = await trial.send('GET', `/documents/${record.id}`)
    must(new RegExp(`^"doc-${record.id}-[^"]+"$`).test(etag), `found ${etag}`)
  }),

  check('C2', 'ETags of one kind are never good for another', async (trial) => {
    const all = Object.entries(await kinds(trial))
    for (const [name, kind] of all)
      for (const [otherName, other] of all) {
        if (name === otherName) continue
        const { status } = await write(trial, kind, other.etag)
        must(
          status === 412 || status === 422,
          `the ETag of a ${otherName} was taken for a ${name}: ${status}`,
        )
      }
  }),

  decision('C2 F', 'folders and files have ETags of the same shape', async (trial) => {
    const { folder, file } = await kinds(trial)
    must(/^"folder-\d+-\d+"$/.test(folder.etag), `found ${folder.etag}`)
    must(/^"file-\d+-\d+"$/.test(file.etag), `found ${file.etag}`)
  }),

  decision(
    'C2',
    'an ETag comes with the answer to every write, and is the one that a read gives',
    async (trial) => {
      const document = await trial.document()
      same(
        (await trial.send('GET', `/documents/${document.record.id}`)).etag,
        document.answer.etag,
        'after POST',
      )
      for (const [name, kind] of Object.entries(await kinds(trial))) {
        const put = await write(trial, kind, kind.etag)
        same((await trial.send('GET', kind.path)).etag, put.etag, `after PUT of a ${name}`)
      }
    },
  ),

  check('C1', 'of eight racing writers exactly one wins', async (trial) => {
    for (const [name, kind] of Object.entries(await kinds(trial))) {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => write(trial, kind, kind.etag, n)))
      const won = answers.filter((answer) => answer.status === 200)
      same(won.length, 1, `writers of a ${name} that won`)
      must(
        answers.every(({ status }) => status === 200 || status === 412),
        'a loser was not told 412',
      )
      same((await trial.send('GET', kind.path)).body.data, won[0]?.body.data, `the ${name} after the race`)
    }
  }),

  decision('F', 'a PUT that changes nothing keeps the ETag and makes no version', async (trial) => {
    const tag = await trial.tag()
    const { record } = await trial.document({ content: 'same', tag_ids: [tag.record.id] })
    const path = `/documents/${record.id}`
    const before = await trial.send('GET', path)
    const bodies = [
      { content: 'same' },
      {
        content: 'same',
        title: record.title,
        status: record.status,
        folder_id: null,
        tag_ids: [tag.record.id],
      },
    ]
    for (const json of bodies) {
      const put = await trial.send('PUT', path, { json, headers: { 'If-Match': before.etag } })
      same([put.status, put.etag, put.body?.data], [200, before.etag, before.body.data], 'the answer')
    }
    same((await trial.send('GET', `${path}/versions`)).body.meta.total, 1, 'versions')
  }),

  decision('F', 'any change of text, title, status, folder or tags moves the revision', async (trial) => {
    const [folder, tag] = [await trial.folder(), await trial.tag()]
    const { record, answer } = await trial.document({ content: 'x' })
    let { etag } = answer
    const changes = [
      { content: 'y' },
      { content: 'y', title: 'Another' },
      { content: 'y', status: 'published' },
      { content: 'y', folder_id: folder.record.id },
      { content: 'y', tag_ids: [tag.record.id] },
      { content: 'y', tag_ids: [] },
    ]
    for (const json of changes) {
      const put = await trial.send('PUT', `/documents/${record.id}`, { json, headers: { 'If-Match': etag } })
      must(put.status === 200 && put.etag !== etag, `${JSON.stringify(json)} did not move the ETag`)
      etag = put.etag
    }
    const { total } = (await trial.send('GET', `/documents/${record.id}/versions`)).body.meta
    same(total, 1 + changes.length, 'versions')
  }),

  check('C1', 'strict off: If-Match may be left out, one that is sent is checked', async (strict) => {
    const trial = strict.variant('lenient', 'no server with strict revisions off was given')
    for (const kind of Object.values(await kinds(trial))) {
      statusIs(await write(trial, kind, undefined), 200)
      statusIs(await write(trial, kind, kind.etag, 2), 412)
      statusIs(await remove(trial, kind, kind.etag), 412)
      must((await remove(trial, kind, undefined)).status < 300, 'DELETE without If-Match is refused')
    }
  }),

  decision('F', 'a create with an Idempotency-Key is done once and answers the same again', async (trial) => {
    const key = trial.name('key').replaceAll(' ', '-')
    const json = { title: trial.name('Once'), content: 'once', status: 'draft' }
    const post = () => trial.document(json, { headers: { 'Idempotency-Key': key } })
    const answers = await Promise.all([post(), post(), post()])
    same(new Set(answers.map(({ record }) => record.id)).size, 1, 'documents made by three requests at once')
    const again = await post()
    same(
      [again.answer.status, again.record, again.answer.etag],
      [201, answers[0]?.record, answers[0]?.answer.etag],
      'the repeat',
    )
    const other = await trial.send('POST', '/documents', {
      json: { ...json, content: 'other' },
      headers: { 'Idempotency-Key': key },
    })
    statusIs(other, 422)
    const [folderKey, fileKey] = [`${key}-folder`, `${key}-file`]
    const name = trial.name('Once')
    const folders = [1, 2].map(() => trial.folder({ name }, { headers: { 'Idempotency-Key': folderKey } }))
    same(new Set((await Promise.all(folders)).map(({ record }) => record.id)).size, 1, 'folders made')
    const upload = (content: string) =>
      trial.files([{ name: 'once.txt', type: 'text/plain', content }], {
        headers: { 'Idempotency-Key': fileKey },
      })
    const uploads = await Promise.all([upload('once'), upload('once')])
    same(new Set(uploads.map(({ records }) => records[0].id)).size, 1, 'files made')
  }),

  decision('F', 'If-None-Match with the current ETag answers 304 without a body', async (trial) => {
    for (const kind of Object.values(await kinds(trial))) {
      const same304 = await trial.send('GET', kind.path, { headers: { 'If-None-Match': kind.etag } })
      same([same304.status, same304.text], [304, ''], kind.path)
      statusIs(await trial.send('GET', kind.path, { headers: { 'If-None-Match': '"other"' } }), 200)
    }
  }),
]
