import type { Handlers } from '../../shared/ipc/ipc'
import type { SPELLING_COMMANDS } from '../../shared/ipc/ipc-spelling'
import type { FileDialogs } from '../app/file-dialogs'
import type { OpenLibrary } from '../connections/open-libraries'
import type { Spelling } from '../spelling/spelling'

interface SpellingCommandParts<Sender> {
  readonly dialogs: FileDialogs<Sender>
  readonly spelling: Spelling
}

/** The commands about spelling; each handler passes its input to a module. */
export function createSpellingCommands<Sender>({
  dialogs,
  spelling,
}: SpellingCommandParts<Sender>): Pick<Handlers<Sender, OpenLibrary>, keyof typeof SPELLING_COMMANDS> {
  return {
    'spelling.state': () => spelling.state(),
    'spelling.check': async ({ words, languages }) => ({
      languageBits: [...(await spelling.check(words, languages))],
    }),
    'spelling.suggest': async ({ word, languages }) => ({
      suggestions: [...(await spelling.suggest(word, languages))],
    }),
    'spelling.change-words': (change) => spelling.changeWords(change),
    async 'spelling.add-dictionary'(_nothing, sender) {
      const file = await dialogs.chooseDictionary(sender)
      return file === undefined ? null : spelling.addDictionary(file)
    },
    'spelling.remove-dictionary': ({ id }) => spelling.removeDictionary(id),
    'spelling.ignored': ({ id }, { ignoredWords }) => [...ignoredWords.of(id)],
    'spelling.ignore': ({ id, word }, { ignoredWords }) => ignoredWords.ignore(id, word),
  }
}
