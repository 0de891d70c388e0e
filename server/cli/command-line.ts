import { parseArgs } from 'node:util'
import { ABILITIES, type Ability } from '../../shared/terms'
import { appError } from '../../shared/problem'
import { DEFAULT_SETTINGS, type Allowance, type Settings } from '../http/settings'
import { messageOf } from '../../shared/thrown'

export const USAGE = `Usage:
  server --data DIR [options]                    serve the library in DIR
    --port N                     port to listen on (7420; 0 takes any free one)
    --host ADDRESS               address to listen on (127.0.0.1)
    --tls-proxy URL              the https address of the proxy in front; needed for any other --host
    --strict-revisions on|off    writes need If-Match (on)
    --rate-limit N/SECONDS       requests per account (none)
    --search-quota N/SECONDS     searches per account (none)
    --max-file-bytes N           largest upload (2147483648)
    --seed                       put the sample library into an empty account
    --embeddings-url URL         a /v1/embeddings endpoint (built in)
    --embeddings-model NAME      its model
  server keys create --data DIR [--account NAME] [--name NAME] [--abilities a,b]
  server keys list --data DIR
  server keys revoke ID --data DIR
  server accounts delete NAME --data DIR
  server backup --data DIR --to FILE             while it runs, too
  server restore --from FILE --data DIR`

export interface ServeCommand {
  readonly kind: 'serve'
  readonly data: string
  readonly host: string
  readonly port: number
  readonly publicUrl: string | undefined
  readonly settings: Settings
  readonly isSeeded: boolean
  readonly embeddings: { readonly url: string; readonly model: string | undefined } | undefined
}

export type Command =
  | ServeCommand
  | { readonly kind: 'help' }
  | {
      readonly kind: 'keys.create'
      readonly data: string
      readonly account: string
      readonly name: string
      readonly abilities: readonly Ability[]
    }
  | { readonly kind: 'keys.list'; readonly data: string }
  | { readonly kind: 'keys.revoke'; readonly data: string; readonly id: number }
  | { readonly kind: 'accounts.delete'; readonly data: string; readonly account: string }
  | { readonly kind: 'backup'; readonly data: string; readonly to: string }
  | { readonly kind: 'restore'; readonly data: string; readonly from: string }

export const DEFAULT_ACCOUNT = 'default'
const DEFAULT_PORT = 7420
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  'tls-proxy': { type: 'string' },
  'strict-revisions': { type: 'string' },
  'rate-limit': { type: 'string' },
  'search-quota': { type: 'string' },
  'max-file-bytes': { type: 'string' },
  seed: { type: 'boolean' },
  'embeddings-url': { type: 'string' },
  'embeddings-model': { type: 'string' },
  account: { type: 'string' },
  name: { type: 'string' },
  abilities: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  help: { type: 'boolean' },
} as const

type Values = Partial<Record<keyof typeof OPTIONS, string | boolean>>

/** Parses the arguments after the program's name. Throws an AppError with one sentence where they are invalid. */
export function readCommand(args: readonly string[]): Command {
  let values: Values
  let words: string[]
  try {
    const parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true })
    values = parsed.values
    words = parsed.positionals
  } catch (error) {
    throw refuse(messageOf(error))
  }
  if (values.help === true) return { kind: 'help' }
  const data = text(values, 'data')
  switch (words.slice(0, 2).join(' ')) {
    case '':
      return serve(values, data)
    case 'keys create':
      return {
        kind: 'keys.create',
        data,
        account: optional(values, 'account') ?? DEFAULT_ACCOUNT,
        name: optional(values, 'name') ?? '',
        abilities: abilities(optional(values, 'abilities')),
      }
    case 'keys list':
      return { kind: 'keys.list', data }
    case 'keys revoke':
      return { kind: 'keys.revoke', data, id: whole('the id of the key', words[2]) }
    case 'accounts delete':
      if (words[2] === undefined) throw refuse('Name the account to delete.')
      return { kind: 'accounts.delete', data, account: words[2] }
  }
  if (words[0] === 'backup') return { kind: 'backup', data, to: text(values, 'to') }
  if (words[0] === 'restore') return { kind: 'restore', data, from: text(values, 'from') }
  throw refuse(`There is no command "${words.join(' ')}".`)
}

function serve(values: Values, data: string): ServeCommand {
  const host = optional(values, 'host') ?? '127.0.0.1'
  const publicUrl = optional(values, 'tls-proxy')
  if (publicUrl !== undefined && !/^https:\/\/[^/\s]+\/?$/.test(publicUrl))
    throw refuse('--tls-proxy is the https address of the proxy, such as https://library.example.')
  if (!LOOPBACK.has(host) && publicUrl === undefined)
    throw refuse('Keys must not cross a network in the clear: name the TLS proxy in front with --tls-proxy.')
  const url = optional(values, 'embeddings-url')
  return {
    kind: 'serve',
    data,
    host,
    port: values.port === undefined ? DEFAULT_PORT : whole('--port', optional(values, 'port'), 0, 65_535),
    publicUrl: publicUrl?.replace(/\/$/, ''),
    settings: {
      strictRevisions: onOrOff('--strict-revisions', optional(values, 'strict-revisions')),
      rateLimit: allowance('--rate-limit', optional(values, 'rate-limit')),
      searchQuota: allowance('--search-quota', optional(values, 'search-quota')),
      maxFileBytes:
        values['max-file-bytes'] === undefined
          ? DEFAULT_SETTINGS.maxFileBytes
          : whole('--max-file-bytes', optional(values, 'max-file-bytes')),
    },
    isSeeded: values.seed === true,
    embeddings: url === undefined ? undefined : { url, model: optional(values, 'embeddings-model') },
  }
}

const refuse = (sentence: string) => appError('invalid-input', sentence)

function optional(values: Values, name: keyof Values): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

function text(values: Values, name: keyof Values): string {
  const value = optional(values, name)
  if (value === undefined || value === '') throw refuse(`--${name} is needed.`)
  return value
}

function whole(what: string, value: string | undefined, least = 1, most = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d{1,16}$/.test(value ?? '') ? Number(value) : NaN
  if (!(number >= least && number <= most))
    throw refuse(`${what} must be a whole number from ${least} to ${most}.`)
  return number
}

function allowance(what: string, value: string | undefined): Allowance | undefined {
  if (value === undefined) return undefined
  const parts = value.split('/')
  if (parts.length !== 2) throw refuse(`${what} is a number and a number of seconds, such as 600/60.`)
  return { count: whole(what, parts[0]), seconds: whole(what, parts[1], 1, 366 * 24 * 3600) }
}

function onOrOff(what: string, value = 'on'): boolean {
  if (value !== 'on' && value !== 'off') throw refuse(`${what} is on or off.`)
  return value === 'on'
}

function abilities(value: string | undefined): readonly Ability[] {
  if (value === undefined) return ABILITIES
  const names = value.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !ABILITIES.some((ability) => ability === name))
  if (unknown !== undefined)
    throw refuse(`There is no ability "${unknown}". Abilities: ${ABILITIES.join(', ')}.`)
  return ABILITIES.filter((ability) => names.includes(ability))
}
