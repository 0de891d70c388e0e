import { ideasOf } from './thesaurus'
import { isFunctionWord, pairsOf, readWords } from './tokenizer'

/** The input of an embedding: a passage with the headings above it, or a query. */
export interface Passage {
  readonly title: string
  readonly headingPath: readonly string[]
  readonly text: string
}

export const passageOfQuery = (query: string): Passage => ({ title: '', headingPath: [], text: query })

/** The weight of an idea of the thesaurus relative to the word itself; divided where a word has several ideas. */
const IDEA_WEIGHT = 0.6
/** The weight of a single character in a script without spaces, relative to its pairs. */
const CHARACTER_WEIGHT = 0.3

/**
 * The features of a passage with their frequencies: stems of words, ideas of the thesaurus (`#12`), pairs of characters
 * in scripts without spaces.
 */
export function readFeatures(passage: Passage): Map<string, number> {
  const features = new Map<string, number>()
  const add = (feature: string, weight: number) =>
    features.set(feature, (features.get(feature) ?? 0) + weight)
  for (const text of [passage.title, ...passage.headingPath.slice(-2), passage.text])
    for (const word of readWords(text)) {
      if (word.kind === 'run') {
        for (const pair of pairsOf(word.characters)) add(pair, 1)
        if (word.characters.length > 1)
          for (const character of word.characters) add(character, CHARACTER_WEIGHT)
        continue
      }
      if (isFunctionWord(word.surface)) continue
      add(word.stem, 1)
      const ideas = ideasOf(word.stem)
      for (const idea of ideas) add(`#${idea}`, IDEA_WEIGHT / Math.sqrt(ideas.length))
    }
  return features
}
