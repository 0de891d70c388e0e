import { createApp } from './app'
import { DEFAULT_ACCOUNT, type ServeCommand } from './command-line'
import { makeFirstKey, makeKeyOfApp, openLibrary } from './library'
import { listen } from './listen'
import { sampleLibrary } from './sample/library'
import { seed } from './seed'
import { systemRandom } from './settings'
import { startUpkeep } from './upkeep'

export interface Serving {
  readonly url: string
  /** The key for whoever started it; `null`: they have one already. */
  readonly key: string | null
  stop(): Promise<void>
}

/** Opens the library, listens, and says under which address and key. `for`: whose key is made. */
export async function serve(command: ServeCommand, keyFor: 'app' | 'first start'): Promise<Serving> {
  const library = openLibrary(command.data)
  try {
    const { store, blobs } = library
    const makeKey = keyFor === 'app' ? makeKeyOfApp : makeFirstKey
    const key = makeKey(store, DEFAULT_ACCOUNT, Date.now, systemRandom)
    if (command.isSeeded) {
      seed(store, store.accounts.ensureAccount(DEFAULT_ACCOUNT, Date.now()), sampleLibrary(), Date.now())
    }
    const app = createApp({
      store,
      blobs,
      settings: command.settings,
      onError: (error) => console.error(error),
    })
    const upkeep = startUpkeep(library)
    const listening = await listen(app, command)
    return {
      url: command.publicUrl ?? listening.url,
      key,
      async stop() {
        await listening.stop()
        upkeep.stop()
        library.close()
      },
    }
  } catch (error) {
    library.close()
    throw error
  }
}
