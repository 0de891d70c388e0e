import type { World } from './world'

/** What the writer does with the app as a whole, or what happens to it; `undefined`: there is nothing of the kind to do. */
export type AppMove = (world: World) => Promise<unknown> | undefined

export const below = ({ random }: World, count: number): number => Math.floor(random() * count)
export const oneOf = <T>(world: World, list: readonly T[]): T | undefined => list[below(world, list.length)]
export const note = ({ story }: World, what: string) => void story.push(what)

/** The words of a story that stand in a database. */
export const wordsIn = (bytes: Uint8Array | undefined): readonly string[] =>
  bytes === undefined
    ? []
    : (Buffer.from(bytes)
        .toString('latin1')
        // In a row the phase “clean” may stand before a digest that begins with such letters; and of a document that was
        // begun with a word the title may be left without its text.
        .match(/(?<!cle|D )(?:ann|stranger)[klmn](?:title|name)?\d+/g) ?? [])
