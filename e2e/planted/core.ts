import { searchFrom } from '../../main/documents/proof/exhaustive-runner'
import { KINDS } from '../../main/documents/proof/fuzz'
import { runRandom as runOf } from '../../main/documents/proof/random-stories'
import { STARTS } from '../../main/documents/proof/starts'
import * as items from '../../main/library/items/proof/starts'

/** The checks that have to detect a planted bug of a core, bundled once for each bug. */
export const runRandom = (seed: number, length: number) => runOf(KINDS, seed, length)

/** The shortest story, from the start with this name, that breaks a promise about a document or an item. */
export function storyFrom(name: string): readonly string[] {
  const start = STARTS.find((one) => one.name === name)
  if (start) return searchFrom(start).broken
  const other = items.STARTS.find((one) => one.name === name)
  if (!other) throw new Error(`no start is called ${name}`)
  return items.searchFrom(other).broken
}
