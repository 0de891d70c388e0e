import { expect, test } from 'vitest'
import { ABILITIES } from '../../shared/terms'
import { AppError } from '../../shared/problem'
import { readCommand } from './command-line'

const refusalOf = (args: readonly string[]) => {
  try {
    return JSON.stringify(readCommand(args))
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

test('[G2] without options: loopback, strict revisions, no limits, uploads up to 2 GiB', () => {
  expect(readCommand(['--data', 'x'])).toEqual({
    kind: 'serve',
    data: 'x',
    host: '127.0.0.1',
    port: 7420,
    publicUrl: undefined,
    settings: {
      strictRevisions: true,
      rateLimit: undefined,
      searchQuota: undefined,
      maxFileBytes: 2 * 1024 ** 3,
    },
    isSeeded: false,
    embeddings: undefined,
  })
})

test('[G2] every option is taken', () => {
  const args =
    '--data x --port 0 --host 0.0.0.0 --tls-proxy https://library.example/ --strict-revisions off --rate-limit 600/60' +
    ' --search-quota 100/86400 --max-file-bytes 5 --seed --embeddings-url http://127.0.0.1:1/v1/embeddings' +
    ' --embeddings-model small'
  expect(readCommand(args.split(' '))).toEqual({
    kind: 'serve',
    data: 'x',
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://library.example',
    settings: {
      strictRevisions: false,
      rateLimit: { count: 600, seconds: 60 },
      searchQuota: { count: 100, seconds: 86_400 },
      maxFileBytes: 5,
    },
    isSeeded: true,
    embeddings: { url: 'http://127.0.0.1:1/v1/embeddings', model: 'small' },
  })
})

test('[D6] commands for keys, accounts and backups', () => {
  const read = (line: string) => readCommand(line.split(' '))
  expect(read('keys create --data x')).toMatchObject({
    kind: 'keys.create',
    account: 'default',
    abilities: ABILITIES,
  })
  expect(read('keys create --data x --account a --abilities rag:read,documents:read')).toMatchObject({
    account: 'a',
    abilities: ['documents:read', 'rag:read'],
  })
  expect(read('keys list --data x')).toEqual({ kind: 'keys.list', data: 'x' })
  expect(read('keys revoke 7 --data x')).toEqual({ kind: 'keys.revoke', data: 'x', id: 7 })
  expect(read('accounts delete a --data x')).toEqual({ kind: 'accounts.delete', data: 'x', account: 'a' })
  expect(read('backup --data x --to y')).toEqual({ kind: 'backup', data: 'x', to: 'y' })
  expect(read('restore --from y --data x')).toEqual({ kind: 'restore', data: 'x', from: 'y' })
})

test.each([
  ['--port 0', '--data is needed'],
  ['--data x --port 70000', '--port must be a whole number from 0 to 65535'],
  ['--data x --port 1.5', '--port must be a whole number'],
  ['--data x --host 0.0.0.0', 'Keys must not cross a network in the clear'],
  ['--data x --host 0.0.0.0 --tls-proxy http://library.example', '--tls-proxy is the https address'],
  ['--data x --rate-limit 5', '--rate-limit is a number and a number of seconds'],
  ['--data x --rate-limit 0/5', '--rate-limit must be a whole number'],
  ['--data x --search-quota a/b', '--search-quota must be a whole number'],
  ['--data x --strict-revisions maybe', '--strict-revisions is on or off'],
  ['--data x --max-file-bytes -1', "Option '--max-file-bytes' argument is ambiguous"],
  ['--data x --bogus', "Unknown option '--bogus'"],
  ['keys create --data x --abilities documents:fly', 'There is no ability "documents:fly"'],
  ['keys revoke x --data x', 'the id of the key must be a whole number'],
  ['accounts delete --data x', 'Name the account to delete'],
  ['backup --data x', '--to is needed'],
  ['frobnicate --data x', 'There is no command "frobnicate"'],
])('%s is refused in words', (line, sentence) => {
  expect(refusalOf(line.split(' '))).toContain(sentence)
})
