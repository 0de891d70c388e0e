import { createApp } from '../app'
import { DEFAULT_ACCOUNT, type ServeCommand } from './command-line'
import { databaseIn, makeFirstKey, makeKeyOfApp, openLibrary, searchFolderIn } from '../library/library'
import { listen } from './listen'
import { sampleLibrary } from '../sample/library'
import type { Search } from '../search/search'
import { openSearchThread } from '../search/search-thread'
import { seed } from '../library/seed'
import { systemRandom } from '../http/settings'
import type { Recovered } from '../library/recovery'
import { startUpkeep } from '../library/upkeep'

interface Serving {
  readonly url: string
  /** The key for the person or program that started it; `null`: they have one already. */
  readonly key: string | null
  /** Present where its library was damaged. */
  readonly recovered?: Recovered
  stop(): Promise<void>
}

/** Opens the library, listens, and returns the address and key. `for`: the kind of key that is made. */
export async function serve(command: ServeCommand, keyFor: 'app' | 'first start'): Promise<Serving> {
  const library = openLibrary(command.data, keyFor === 'app' ? DEFAULT_ACCOUNT : undefined)
  let search: Search | undefined
  try {
    const { store, blobs } = library
    const makeKey = keyFor === 'app' ? makeKeyOfApp : makeFirstKey
    const key = makeKey(store, DEFAULT_ACCOUNT, Date.now, systemRandom)
    if (command.isSeeded && library.recovered === undefined) {
      seed(store, store.accounts.ensureAccount(DEFAULT_ACCOUNT, Date.now()), sampleLibrary(), Date.now())
    }
    const onError = (error: unknown) => console.error(error)
    search = openSearchThread(
      {
        databasePath: databaseIn(command.data),
        folder: searchFolderIn(command.data),
        embedding: command.embeddings && { ...command.embeddings, key: process.env.STET_EMBEDDINGS_KEY },
      },
      onError,
    )
    const app = createApp({ store, blobs, search, settings: command.settings, onError })
    const upkeep = startUpkeep(library)
    const listening = await listen(app, command)
    return {
      url: command.publicUrl ?? listening.url,
      key,
      ...(library.recovered && { recovered: library.recovered }),
      async stop() {
        await listening.stop()
        upkeep.stop()
        await search?.close()
        library.close()
      },
    }
  } catch (error) {
    await search?.close()
    library.close()
    throw error
  }
}
