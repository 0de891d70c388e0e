import { loadModule } from 'hunspell-asm'
import type { Dictionary, DictionaryFiles, SpellingEngine } from './engine'
import { inUtf8 } from './dictionary-encoding'

/** Words of a dictionary that are tried when it is opened. */
const TRIED_MAX = 50
/** The compiler of WebAssembly may wait for a busy machine. */
const START_MS = 60_000

/** Hunspell, compiled to WebAssembly: a dictionary from anywhere cannot leave the memory of that. */
export async function loadHunspell(): Promise<SpellingEngine> {
  const hunspell = await loadModule({ timeout: START_MS })
  return {
    open(files) {
      const { aff, dic } = inUtf8(files)
      const paths = [hunspell.mountBuffer(aff), hunspell.mountBuffer(dic)] as const
      const opened = hunspell.create(...paths)
      // Hunspell has read both files whole.
      for (const path of paths) hunspell.unmount(path)
      const dictionary: Dictionary = {
        // Words are asked with the plain apostrophe; some dictionaries have the other one alone.
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

/** Hunspell opens anything; what is no dictionary has no words. */
function knowsItself(dictionary: Dictionary, dic: DictionaryFiles['dic']): boolean {
  const beginning = new TextDecoder().decode(dic.subarray(0, 100_000))
  const [, ...lines] = beginning.split(/\r?\n/)
  const words = lines.flatMap((line) => /^([^/\t ]{1,64})/.exec(line)?.[1] ?? [])
  const step = Math.max(1, Math.floor(words.length / TRIED_MAX))
  return words.some((word, index) => index % step === 0 && dictionary.isRight(word))
}
