import type { Client } from '../bridge/bridge'

/** The maximum number of titles in one request. */
const TITLES_AT_ONCE = 500
/** The maximum length of a title in a request; no document has a longer one. */
const TITLE_MAX = 500

/** Resolves to those of these titles that no document has, ignoring case. Throws if the library cannot be read. */
export async function missingTitles(client: Client, titles: readonly string[]): Promise<readonly string[]> {
  const missing = titles.filter((title) => title.length > TITLE_MAX)
  const possible = titles.filter((title) => title.length <= TITLE_MAX)
  for (let at = 0; at < possible.length; at += TITLES_AT_ONCE) {
    const asked = possible.slice(at, at + TITLES_AT_ONCE)
    missing.push(...(await client.ask('documents.missing-titles', { titles: asked })))
  }
  return missing
}
