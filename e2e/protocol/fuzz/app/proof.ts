import type { StoryLibrary } from './library'
import { wordsIn } from './action'
import type { World } from './world'

/** Describes the first violation of a condition that must hold at every moment. */
export const brokenNow = ({ breaches }: World): string | undefined => breaches[0]

/** Finds a word of one library in another one, on its service or on this device, which W22 forbids. */
export async function crossedWords(world: World): Promise<string | undefined> {
  const here = world.disk.contents()
  for (const library of world.libraries) {
    const { connectionId, service, mark } = library
    const foreign = /^(?:ann|stranger)([klmn])(?:title|name)?\d+$/
    const isForeign = (word: string): boolean => {
      const found = foreign.exec(word)?.[1]
      return found !== undefined && found !== mark && !library.guests.has(found)
    }
    const there = await everythingThere(library)
    const onService = there.find(isForeign)
    if (onService !== undefined) return `${onService} is on the service of ${mark}, ${service.address}`
    const onDevice = wordsIn(here.get(connectionId ?? '')).find(isForeign)
    if (onDevice !== undefined) return `${onDevice} is in the library of ${mark} on this device`
  }
  return undefined
}

/** All words that the account shows: titles, texts and versions of documents, and names of folders and tags. */
async function everythingThere({ actor }: StoryLibrary): Promise<readonly string[]> {
  const { other } = actor.writer
  const words: string[] = []
  const add = (value: unknown) =>
    void words.push(...(JSON.stringify(value).match(/(?:ann|stranger)[klmn][a-z]*\d+/g) ?? []))
  for (const name of ['documents.list', 'folders.list', 'tags.list'] as const) {
    const answer = await other.call(name, { query: { per_page: 100 } })
    if (answer.kind === 'ok') add(answer.data)
    if (name !== 'documents.list' || answer.kind !== 'ok') continue
    for (const { id } of answer.data) {
      const versions = await other.call('versions.list', { params: { id }, query: { per_page: 100 } })
      if (versions.kind === 'ok') add(versions.data)
    }
  }
  return words
}
