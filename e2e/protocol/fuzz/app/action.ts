import type { World } from './world'

/** The next action on the app as a whole, or an event outside it; `undefined` if there is nothing to act on. */
export type AppMove = (world: World) => Promise<unknown> | undefined

export const below = ({ random }: World, count: number): number => Math.floor(random() * count)
export const oneOf = <T>(world: World, list: readonly T[]): T | undefined => list[below(world, list.length)]
export const note = ({ story }: World, what: string) => void story.push(what)

/** The words of a story in the bytes of a database. */
export const wordsIn = (bytes: Uint8Array | undefined): readonly string[] =>
  bytes === undefined
    ? []
    : (Buffer.from(bytes)
        .toString('latin1')
        // In a row, the phase “clean” can precede a digest that begins with such letters. Of a document begun with a
        // word, the title can remain without its text.
        .match(/(?<!cle|D )(?:ann|stranger)[klmn](?:title|name)?\d+/g) ?? [])
