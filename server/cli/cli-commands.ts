import { appError } from '../../shared/problem'
import { makeKey } from '../http/auth'
import { backup, restore } from '../library/backup'
import type { Command } from './command-line'
import { databaseIn, hashed } from '../library/library'
import { systemRandom } from '../http/settings'
import { openDatabase } from '../store/database'
import { createStore, type Store } from '../store/store'

type OtherCommand = Exclude<Command, { kind: 'serve' } | { kind: 'help' }>

/** Runs a command on a library; a service may be running on it meanwhile. `print` gets one line of output. */
export function runCommand(command: OtherCommand, print: (line: string) => void): void {
  switch (command.kind) {
    case 'keys.create':
      return withStore(command.data, (store) => {
        const key = makeKey(systemRandom)
        store.transaction(() => {
          const accountId = store.accounts.ensureAccount(command.account, Date.now())
          store.accounts.addKey(accountId, command.name, hashed(key), command.abilities, Date.now())
        })
        print(key)
      })
    case 'keys.list':
      return withStore(command.data, (store) => {
        for (const key of store.accounts.listKeys())
          print(
            JSON.stringify({
              id: key.id,
              account: key.account,
              name: key.name,
              abilities: key.abilities,
              created_at: new Date(key.createdAt).toISOString(),
              revoked_at: key.revokedAt === undefined ? null : new Date(key.revokedAt).toISOString(),
            }),
          )
      })
    case 'keys.revoke':
      return withStore(command.data, (store) => {
        if (!store.accounts.revokeKey(command.id, Date.now()))
          throw appError('not-found-here', `There is no key ${command.id} that still works.`)
        print(`Key ${command.id} is revoked.`)
      })
    case 'accounts.delete':
      return withStore(command.data, (store) => {
        const accountId = store.accounts.findAccount(command.account)
        if (accountId === undefined)
          throw appError('not-found-here', `There is no account "${command.account}".`)
        const steps = store.deleteAccount(accountId)
        while (steps.next().done !== true);
        print(`The account "${command.account}" and all that was in it are deleted.`)
      })
    case 'backup':
      return print(backup(command.data, command.to))
    case 'restore':
      return print(restore(command.from, command.data, Date.now()))
  }
}

function withStore(folder: string, work: (store: Store) => void): void {
  const store = createStore(openDatabase(databaseIn(folder)))
  try {
    work(store)
  } finally {
    store.close()
  }
}
