import type { Clock } from '../../system/clock'
import type { Pulled, PulledNews } from './pulled'

/** So long may one transaction take: all else that main has to do waits as long, a key's way to the journal too. */
const TRANSACTION_MS = 20
const ROWS_MOST = 500
const CHARACTERS_MOST = 4_000_000

/** News of whole pages, stored several pages at once: each transaction waits for the disk. */
export interface GatheredNews {
  /** Returns what is stored by it, of earlier pages too: all, or nothing yet. */
  add(news: readonly PulledNews[]): readonly PulledNews[]
  /** Stores what is left. */
  flush(): readonly PulledNews[]
}

/** As many rows at once as, by the last ones, can be stored in the time of one transaction; the first page alone. */
export function gatherNews(pulled: Pulled, clock: Clock): GatheredNews {
  let held: PulledNews[] = []
  let characters = 0
  let rowsAtOnce = 0

  function flush(): readonly PulledNews[] {
    const news = held
    if (news.length === 0) return news
    held = []
    characters = 0
    const started = clock.now()
    // The last first: ids and times then mostly grow, and each index is written along, not backwards.
    pulled.news(news.toReversed())
    const ms = Math.max(1, clock.now() - started)
    rowsAtOnce = Math.min(ROWS_MOST, Math.floor((news.length * TRANSACTION_MS) / ms))
    return news
  }

  return {
    add(news) {
      held.push(...news)
      for (const { seen } of news) characters += seen.content?.length ?? 0
      return held.length >= rowsAtOnce || characters >= CHARACTERS_MOST ? flush() : []
    },
    flush,
  }
}
