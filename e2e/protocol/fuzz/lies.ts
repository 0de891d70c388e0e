import { wordsOf } from '../../../main/documents/proof/run'
import type { App, ServiceVariant } from '../../foreign/service-variants'
import type { Account } from './account'

/** What a service says of a document that it was asked to write, and that is not true. */
export const LIES = [
  /** Nothing is stored; the answer is the record as it was. */
  'unchanged',
  /** The write is stored; the answer is the record as it was. */
  'late',
  /** Nothing is stored; the answer is the record of another document. */
  'another',
  /** The write is stored; the answer is the record of another document. */
  'another-after',
  /** `content` is dropped before it is stored. */
  'emptied',
  /** Half of `content` is stored. */
  'shortened',
  /** The write is stored as it was sent; the answer shows it without its text. */
  'shown-empty',
  /** The write is stored as it was sent; the answer shows half of its text. */
  'shown-short',
  /** The times in the answer have another form. */
  'other-times',
  /** Nothing is done, and no field is blamed; the refusal names the key, as it is and as programs write it down. */
  'key-echoed',
] as const
export type Lie = (typeof LIES)[number]

/** Stands before a service and lies as often as it was told to. */
export interface Liar {
  /** The next `times` answers that this lie fits are lies. */
  plan(lie: Lie, times: number): void
  clear(): void
  readonly variant: ServiceVariant
}

/** Of these words the service stores less than it was given; a create whose answer is lost as well is made once more. */
export function mayBeStoredLess(account: Account, text: string): void {
  const words = wordsOf(text)
  account.keepAside(words)
  account.mayRepeat(words)
}

/** `dropped`: a text that the service was given, and of which it has stored less. */
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

/** A key as programs write it down: as it is, in base64, in an address. */
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

/** Without the beginning of a word at its end, which may be another word of the story. */
const half = (content: unknown): string =>
  typeof content === 'string'
    ? content.slice(0, Math.floor(content.length / 2)).replace(/[a-z]+\d*$/, '')
    : ''

/** A GET of the writer's, with what identifies her, in whichever header her key stands, and nothing else. */
function read(app: App, { headers }: Request, url: string): Promise<Response> | Response {
  const own = new Headers()
  for (const name of ['Authorization', 'X-API-Key']) {
    const value = headers.get(name)
    if (value !== null) own.set(name, value)
  }
  return app(new Request(url, { headers: own }))
}

/** `answer`, once the write is done; what the service refuses it refuses. */
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

/** Whole seconds, with an offset in the place of `Z`. */
async function coarse(answer: Response): Promise<Response> {
  if (answer.headers.get('Content-Type')?.includes('json') !== true) return answer
  const text = await answer.text()
  return new Response(text.replace(/(\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1+00:00'), {
    status: answer.status,
    headers: answer.headers,
  })
}
