import type { SpellingState } from '../../shared/ipc/ipc-spelling'
import type { AppClient } from '../bridge/bridge'
import { scriptsOf, wordFinder, type FindWords } from '../editor/spelling/find-words'
import { isAmong, type Speller } from '../editor/spelling/speller'
import { createVerdicts } from '../editor/spelling/verdicts'
import { createListeners } from './listeners'

const NONE: readonly string[] = []

/**
 * The speller of a window, which uses the dictionaries of the main process. It asks for nothing before an editor needs
 * it. Changes of languages and of the personal dictionary apply at once.
 */
export function createWindowSpeller(client: AppClient): Speller {
  const { tell, listen } = createListeners()
  let languages = NONE
  let personal: ReadonlySet<string> = new Set()
  let find: FindWords = () => []
  let isAsked = false

  const verdicts = createVerdicts(async (words) => {
    const answer = await client.ask('spelling.check', { words: [...words], languages: [...languages] })
    return answer.languageBits
  }, tell)

  function take(state: SpellingState): void {
    isAsked = true
    personal = new Set(state.words)
    if (state.languages.join() !== languages.join()) {
      languages = state.languages
      find = wordFinder(scriptsOf(languages))
      verdicts.forget()
    }
    tell()
  }

  function begin(): void {
    if (isAsked) return
    isAsked = true
    void client.call('spelling.state', undefined).then((answer) => {
      if (answer.ok) take(answer.value)
      else isAsked = false
    })
  }
  client.listen('spelling.changed', take)

  return {
    languages() {
      begin()
      return languages
    },
    find: (text, offset) => find(text, offset),
    isRight: (word) => isAmong(personal, word) || verdicts.isRight(word),
    ask: (words) => (languages.length === 0 ? Promise.resolve() : verdicts.ask(words)),
    listen,
  }
}
