import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CHECKS, tryCheck, type Finding, type Target } from '../contract/api.contract'
import { ownProcesses } from '../contract/own-process'
import { isFailure, report } from '../contract/report'
import { messageOf } from '../../shared/thrown'

/** The built service, as `npm run server` starts it. */
const ENTRY = join(import.meta.dirname, '..', '..', 'out', 'main', 'server.js')

const USAGE = `npm run conformance -- --url URL --key KEY [options]
  --limited-key KEY            a key of the same account that holds documents:read and nothing else
  --other-account-key KEY      a key with every ability in another account
  --deleting-key KEY           a key of an account whose deletion is under way
  --lenient-url URL --lenient-key KEY              a server with strict revisions off
  --rate-limited-url URL --rate-limited-key KEY    a server with a rate limit that may be used up
  --quota-url URL --quota-key KEY                  a server with a search quota that may be used up
  --open-points-may-differ     what the content API leaves open does not count as a failure
  --only TEXT                  only checks with this in their ids or title

npm run conformance -- --own [--seed] [--only TEXT]
  starts servers of this project in every setting, the sample library in them or nothing, and tries all there is: also
  what concerns the process and its files

It needs no empty account and removes what it makes. Exit status: 0 all held, 1 not, 2 wrong use.`

const REQUEST_MS = 60_000
/** How often the suite waits for a server's rate limit. */
const WAITS_MAX = 5
const WAIT_SECONDS_MAX = 120

/** Never follows a redirect: the key is sent only to the named server. */
async function once(request: Request): Promise<Response> {
  return fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_MS) })
}

async function patiently(request: Request): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await once(request.clone())
    const seconds = Number(response.headers.get('retry-after') ?? NaN)
    if (response.status !== 429 || waits === WAITS_MAX || !(seconds <= WAIT_SECONDS_MAX)) return response
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

async function run(): Promise<number> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      url: text,
      key: text,
      'limited-key': text,
      'other-account-key': text,
      'deleting-key': text,
      'lenient-url': text,
      'lenient-key': text,
      'rate-limited-url': text,
      'rate-limited-key': text,
      'quota-url': text,
      'quota-key': text,
      'open-points-may-differ': { type: 'boolean', default: false },
      only: text,
      own: { type: 'boolean', default: false },
      seed: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const tried = { only: values.only ?? '', mayDiffer: values['open-points-may-differ'] }
  if (values.own && values.url === undefined && !values.help) {
    const own = await ownProcesses(ENTRY, values.seed ? ['--seed'] : [])
    try {
      return await tryAll(own.target, tried)
    } finally {
      await own.stop()
    }
  }
  if (values.help || values.own || values.url === undefined || values.key === undefined) {
    process.stderr.write(`${USAGE}\n`)
    return values.help ? 0 : 2
  }
  const variant = (url: string | undefined, key: string | undefined, how = patiently): Target | undefined =>
    url === undefined || key === undefined ? undefined : { baseUrl: url, key, fetch: how }
  const given = <K extends string, V>(name: K, value: V | undefined) =>
    (value === undefined ? {} : { [name]: value }) as { [N in K]?: V }
  const target: Target = {
    baseUrl: values.url,
    fetch: patiently,
    key: values.key,
    ...given('limitedKey', values['limited-key']),
    ...given('otherAccountKey', values['other-account-key']),
    ...given('deletingKey', values['deleting-key']),
    ...given('lenient', variant(values['lenient-url'], values['lenient-key'])),
    ...given('rateLimited', variant(values['rate-limited-url'], values['rate-limited-key'], once)),
    ...given('quotaLimited', variant(values['quota-url'], values['quota-key'])),
  }
  return tryAll(target, tried)
}

/** Prints the findings; returns the exit status. */
async function tryAll(target: Target, given: { only: string; mayDiffer: boolean }): Promise<number> {
  const { only, mayDiffer } = given
  const chosen = CHECKS.filter(({ ids, title }) => title.includes(only) || ids.includes(only))
  const findings: Finding[] = []
  for (const check of chosen) findings.push(await tryCheck(check, target))
  process.stdout.write(report(findings, { baseUrl: target.baseUrl, mayDiffer }))
  return findings.some((finding) => isFailure(finding, mayDiffer)) ? 1 : 0
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n\n${USAGE}\n`)
  process.exitCode = 2
}
