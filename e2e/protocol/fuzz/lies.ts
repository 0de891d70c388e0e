import { wordsOf } from '../../../main/documents/proof/run'
import type { App, ServiceVariant } from '../../foreign/service-variants'
import type { Account } from './account'

/** Untrue answers of a service to writes of a document. */
export const LIES = [
  /** Nothing is stored; the answer is the unchanged record. */
  'unchanged',
  /** The write is stored; the answer is the old record. */
  'late',
  /** Nothing is stored; the answer is the record of another document. */
  'another',
  /** The write is stored; the answer is the record of another document. */
  'another-after',
  /** `content` is dropped before the record is stored. */
  'emptied',
  /** Half of `content` is stored. */
  'shortened',
  /** The write is stored as sent; the answer shows the record without its text. */
  'shown-empty',
  /** The write is stored as sent; the answer shows half of its text. */
  'shown-short',
  /** The times in the answer have another format. */
  'other-times',
  /**
   * The write is refused without naming a field; the message contains the key, in the forms in which programs write it.
   */
  'key-echoed',
] as const
export type Lie = (typeof LIES)[number]

/** Stands in front of a service and gives the planned untrue answers. */
export interface Liar {
  /** Makes the next `times` answers to which this lie applies untrue. */
  plan(lie: Lie, times: number): void
  clear(): void
  readonly variant: ServiceVariant
}

/** Records that the service may store only a part of this text; a create whose answer is also lost is repeated. */
export function mayBeStoredLess(account: Account, text: string): void {
  const words = wordsOf(text)
  account.keepAside(words)
  account.mayRepeat(words)
}

/** `dropped` is called with each text of which the service has stored only a part. */
export function createLiar(dropped: (text: string) => void = () => {}): Liar {
  let planned: { readonly lie: Lie; left: number }[] = []
  return {
    plan: (lie, times) => void planned.push({ lie, left: times }),
    clear: () => void (planned = []),
    variant: (app) => async (request) => {
      const plan = planned.find(({ lie, left }) => left > 0 && fits(lie, request))
      if (plan === undefined) return app(request)
      plan.left--
      return answerWith(plan.lie, app, request, dropped)
    },
  }
}

const pathOf = ({ url }: Request): string => new URL(url).pathname

function fits(lie: Lie, request: Request): boolean {
  const path = pathOf(request)
  const isCreate = request.method === 'POST' && path.endsWith('/documents')
  const isUpdate = request.method === 'PUT' && /\/documents\/[^/]+$/.test(path)
  if (lie === 'key-echoed') return true
  if (lie === 'other-times') return /\/documents(\/[^/]+)?$/.test(path)
  if (lie === 'unchanged' || lie === 'late') return isUpdate
  return isCreate || isUpdate
}

async function answerWith(
  lie: Lie,
  app: App,
  request: Request,
  dropped: (text: string) => void,
): Promise<Response> {
  switch (lie) {
    case 'unchanged':
      return read(app, request, request.url)
    case 'late': {
      const before = await read(app, request, request.url)
      return afterwards(app, request, before)
    }
    case 'another':
    case 'another-after': {
      const other = await anotherThan(app, request)
      if (other === undefined) return app(request)
      const status = request.method === 'POST' ? 201 : 200
      const answer = new Response(await other.text(), { status, headers: other.headers })
      return lie === 'another' ? answer : afterwards(app, request, answer)
    }
    case 'emptied':
      return app(await withContent(request, () => '', dropped))
    case 'shortened':
      return app(await withContent(request, half, dropped))
    case 'shown-empty':
      return shown(await app(request), (record) => ({ ...record, content: '' }))
    case 'shown-short':
      return shown(await app(request), (record) => ({ ...record, content: half(record['content']) }))
    case 'other-times':
      return coarse(await app(request))
    case 'key-echoed':
      return refusalWith(keyOf(request))
  }
}

export const keyOf = ({ headers }: Request): string =>
  headers.get('Authorization')?.replace(/^Bearer +/i, '') ?? headers.get('X-API-Key') ?? ''

/** The forms in which programs write a key: literally, in Base64, and in an address. */
export const formsOf = (key: string): readonly string[] => [
  key,
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('base64url'),
  encodeURIComponent(key),
]

function refusalWith(key: string): Response {
  const said = `The key ${formsOf(key).join(', ')} may not do this.`
  const body = { message: said, code: key, errors: { content: [said], [key]: [said] } }
  return new Response(JSON.stringify(body), {
    status: 400,
    headers: { 'Content-Type': 'application/json' },
  })
}

type Row = Readonly<Record<string, unknown>>

/** Half of a content, without a partial word at its end, which could equal another word of the story. */
const half = (content: unknown): string =>
  typeof content === 'string'
    ? content.slice(0, Math.floor(content.length / 2)).replace(/[a-z]+\d*$/, '')
    : ''

/** Sends a GET request with only the writer's credentials, in whichever header the key is. */
function read(app: App, { headers }: Request, url: string): Promise<Response> | Response {
  const own = new Headers()
  for (const name of ['Authorization', 'X-API-Key']) {
    const value = headers.get(name)
    if (value !== null) own.set(name, value)
  }
  return app(new Request(url, { headers: own }))
}

/** Returns `answer` after the write is done, or the refusal of the service. */
async function afterwards(app: App, request: Request, answer: Response): Promise<Response> {
  const real = await app(request)
  if (!real.ok) return real
  await real.arrayBuffer()
  return answer
}

async function anotherThan(app: App, request: Request): Promise<Response | undefined> {
  const path = pathOf(request)
  const all = request.url.slice(0, request.url.indexOf('/documents')) + '/documents'
  const list = await read(app, request, `${all}?per_page=100`)
  if (!list.ok) return undefined
  const { data } = (await list.json()) as { data: readonly { readonly id: number | string }[] }
  const other = data.find(({ id }) => !path.endsWith(`/${id}`))
  return other && read(app, request, `${all}/${other.id}`)
}

async function withContent(
  request: Request,
  change: (content: unknown) => string,
  dropped: (text: string) => void,
): Promise<Request> {
  const body = JSON.parse(await request.text()) as Row
  if (typeof body['content'] === 'string') dropped(body['content'])
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: JSON.stringify({ ...body, content: change(body['content']) }),
  })
}

async function shown(answer: Response, change: (record: Row) => Row): Promise<Response> {
  if (!answer.ok) return answer
  const body = (await answer.json()) as { readonly data: Row }
  return new Response(JSON.stringify({ ...body, data: change(body.data) }), {
    status: answer.status,
    headers: answer.headers,
  })
}

/** Changes times to whole seconds, with an offset in place of `Z`. */
async function coarse(answer: Response): Promise<Response> {
  if (answer.headers.get('Content-Type')?.includes('json') !== true) return answer
  const text = await answer.text()
  return new Response(text.replace(/(\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1+00:00'), {
    status: answer.status,
    headers: answer.headers,
  })
}
