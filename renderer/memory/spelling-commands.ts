import type { SPELLING_COMMANDS, SpellingState } from '../../shared/ipc/ipc-spelling'
import { refused, type HandlersOf, type MemoryCore } from './core'

/** Spelling with a short list of wrong words in the place of dictionaries. */
export function spellingCommands({ records, emit }: MemoryCore): HandlersOf<keyof typeof SPELLING_COMMANDS> {
  const { spelling } = records

  function state(): SpellingState {
    const usable = new Set(spelling.dictionaries.filter(({ isBroken }) => !isBroken).map(({ id }) => id))
    const languages = records.settings.spellingLanguages ?? ['en-US']
    return {
      dictionaries: [...spelling.dictionaries],
      languages: languages.filter((id) => usable.has(id)),
      words: [...spelling.words],
    }
  }

  return {
    'spelling.state': state,
    'spelling.check': ({ words, languages }) => ({
      languageBits: words.map((word) => {
        const all = 2 ** languages.length - 1
        return spelling.misspelt.has(word) ? 0 : (spelling.languagesOf.get(word) ?? all) & all
      }),
    }),
    'spelling.suggest': ({ word }) => ({ suggestions: [...(spelling.misspelt.get(word) ?? [])] }),
    'spelling.change-words': ({ add = [], remove = [] }) => {
      spelling.words = [...new Set([...spelling.words, ...add])].filter((word) => !remove.includes(word))
      emit('spelling.changed', state())
    },
    'spelling.add-dictionary': () => {
      const { chosen } = spelling
      if (chosen === null) return null
      spelling.dictionaries = [...spelling.dictionaries, chosen]
      emit('spelling.changed', state())
      return { id: chosen.id }
    },
    'spelling.remove-dictionary': ({ id }) => {
      const own = spelling.dictionaries.find((one) => one.id === id && one.source === 'own')
      if (own === undefined)
        throw refused('not-allowed', 'Only dictionaries that you added can be removed here.')
      spelling.dictionaries = spelling.dictionaries.filter((one) => one !== own)
      emit('spelling.changed', state())
    },
    'spelling.ignored': ({ id }) => [...(spelling.ignored.get(id) ?? [])],
    'spelling.ignore': ({ id, word }) => {
      const words = [...(spelling.ignored.get(id) ?? []), word]
      spelling.ignored.set(id, words)
      emit('spelling.ignored-changed', { id, words })
    },
  }
}
