import { sender, type Answer, type Body, type Send, type Sent, type Target } from './target'

/** A rule was broken; the message says what was found instead. */
export class NotHeld extends Error {}
/** A rule could not be tested here; the message gives the reason. */
export class NotTested extends Error {}

export interface Check {
  /** Requirement ids, such as `A5` or `F` (docs/requirements.md). */
  readonly ids: readonly string[]
  readonly title: string
  /** `decision`: the content API leaves it open, and this project has decided (requirement F). */
  readonly basis: 'document' | 'decision'
  readonly run: (trial: Trial) => Promise<void>
}

/** `ids` separated by spaces. */
export const check = (ids: string, title: string, run: Check['run']): Check => ({
  ids: ids.split(' '),
  title,
  basis: 'document',
  run,
})
export const decision = (ids: string, title: string, run: Check['run']): Check => ({
  ...check(ids, title, run),
  basis: 'decision',
})

/** The tools of a check: one server, from which everything that it creates is removed again. */
export interface Trial {
  readonly target: Target
  readonly send: Send
  /** A name that nothing else on the server has. */
  name(word: string): string
  /** Creates a record for this check. `headers`, `etag` and the other parts of the answer are in `answer`. */
  document(fields?: Record<string, unknown>, sent?: Sent): Promise<{ record: Body; answer: Answer }>
  folder(fields?: Record<string, unknown>, sent?: Sent): Promise<{ record: Body; answer: Answer }>
  tag(fields?: Record<string, unknown>): Promise<{ record: Body; answer: Answer }>
  files(
    parts: readonly {
      name: string
      type: string
      content: string | Uint8Array<ArrayBuffer>
      field?: string
    }[],
    sent?: Sent,
  ): Promise<{ records: Body[]; answer: Answer }>
  /** Makes a guarded write: reads the resource and sends its ETag. */
  guarded(method: 'PUT' | 'DELETE', path: string, json?: unknown): Promise<Answer>
  /** The same checks on a server with another setting. Throws NotTested with `why` where there is none. */
  variant(name: 'lenient' | 'rateLimited' | 'quotaLimited', why: string): Trial
  cannotTest(why: string): never
}

let counter = 0

/**
 * `cleanUp` removes everything that the trial has created, newest first, and returns the items that it could not
 * remove.
 */
export function openTrial(target: Target): { trial: Trial; cleanUp: () => Promise<readonly string[]> } {
  const send = sender(target)
  const made: string[] = []
  const others: (() => Promise<readonly string[]>)[] = []
  const run = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e9).toString(36)}`
  const make = async (path: string, fields: Record<string, unknown>, sent: Sent = {}) => {
    const answer = await send('POST', path, { json: fields, ...sent })
    const record = answer.body?.data
    must(answer.status < 300 && record?.id !== undefined, `POST ${path} answered ${summary(answer)}`)
    made.push(`${path}/${record.id}`)
    return { record, answer }
  }
  const guarded = async (method: 'PUT' | 'DELETE', path: string, json?: unknown) => {
    const { etag } = path.startsWith('/tags/') ? { etag: '' } : await send('GET', path)
    return send(method, path, {
      ...(json === undefined ? {} : { json }),
      headers: etag === '' ? {} : { 'If-Match': etag },
    })
  }
  const trial: Trial = {
    target,
    send,
    name: (word) => `${word} ${run} ${counter++}`,
    document: (fields = {}, sent = {}) =>
      make(
        '/documents',
        { title: trial.name('Conformance'), content: 'x', status: 'draft', ...fields },
        sent,
      ),
    folder: (fields = {}, sent = {}) =>
      make('/folders', { name: trial.name('Conformance'), ...fields }, sent),
    tag: (fields = {}) => make('/tags', { name: trial.name('Conformance'), ...fields }),
    async files(parts, sent = {}) {
      const form = new FormData()
      for (const part of parts)
        form.append(part.field ?? 'files[]', new Blob([part.content], { type: part.type }), part.name)
      const answer = await send('POST', '/files', { raw: form, ...sent })
      const records = (answer.body?.data ?? []) as Body[]
      must(answer.status < 300 && Array.isArray(records), `POST /files answered ${summary(answer)}`)
      for (const record of records) made.push(`/files/${record.id}`)
      return { records, answer }
    },
    guarded,
    variant(name, why) {
      const other = target[name]
      if (other === undefined) throw new NotTested(why)
      const opened = openTrial(other)
      others.push(opened.cleanUp)
      return opened.trial
    },
    cannotTest(why) {
      throw new NotTested(why)
    },
  }
  return {
    trial,
    async cleanUp() {
      const left: string[] = []
      for (const path of [...new Set(made)].reverse()) {
        const { status } = await guarded('DELETE', path).catch(() => ({ status: 0 }))
        if (!(status < 300 && status > 0) && status !== 404 && status !== 429) left.push(path)
      }
      for (const other of others) left.push(...(await other()))
      return left
    },
  }
}

export function must(condition: boolean, found: string): asserts condition {
  if (!condition) throw new NotHeld(found)
}

export function same(found: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  must(a === b, `${what}: expected ${short(b)}, found ${short(a)}`)
}

export const statusIs = (answer: Answer, ...expected: readonly number[]): void =>
  must(expected.includes(answer.status), `expected ${expected.join(' or ')}, found ${summary(answer)}`)

const summary = (answer: Answer): string => `${answer.status} ${short(answer.text)}`

const short = (text: string | undefined): string =>
  text === undefined ? 'nothing' : text.length > 160 ? `${text.slice(0, 160)}…` : text
