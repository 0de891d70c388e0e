import { loadModule } from 'hunspell-asm'
import type { Dictionary, DictionaryFiles, SpellingEngine } from './engine'
import { inUtf8 } from './dictionary-encoding'

/** How many words of a dictionary are tried when it is opened. */
const TRIED_MAX = 50
/** Compiling WebAssembly may take long on a busy machine. */
const START_MS = 60_000

/** Hunspell, compiled to WebAssembly: a dictionary from an unknown source cannot reach memory outside of it. */
export async function loadHunspell(): Promise<SpellingEngine> {
  const hunspell = await loadModule({ timeout: START_MS })
  return {
    open(files) {
      const { aff, dic } = inUtf8(files)
      const paths = [hunspell.mountBuffer(aff), hunspell.mountBuffer(dic)] as const
      const opened = hunspell.create(...paths)
      // Hunspell has read both files completely.
      for (const path of paths) hunspell.unmount(path)
      const dictionary: Dictionary = {
        // Words are looked up with the plain apostrophe; some dictionaries have only the typographic one.
        isRight: (word) =>
          opened.spell(word) || (word.includes("'") && opened.spell(word.replaceAll("'", '’'))),
        suggest: (word) => opened.suggest(word),
        close: () => opened.dispose(),
      }
      if (knowsItself(dictionary, dic)) return dictionary
      dictionary.close()
      throw new Error('no dictionary: none of its own words is right')
    },
  }
}

/**
 * Whether a dictionary contains its own words: Hunspell opens any file, and one that is not a dictionary has no words.
 */
function knowsItself(dictionary: Dictionary, dic: DictionaryFiles['dic']): boolean {
  const beginning = new TextDecoder().decode(dic.subarray(0, 100_000))
  const [, ...lines] = beginning.split(/\r?\n/)
  const words = lines.flatMap((line) => /^([^/\t ]{1,64})/.exec(line)?.[1] ?? [])
  const step = Math.max(1, Math.floor(words.length / TRIED_MAX))
  return words.some((word, index) => index % step === 0 && dictionary.isRight(word))
}
