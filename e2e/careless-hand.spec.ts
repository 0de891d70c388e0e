import { expect, test } from './app'
import { explore } from './explore/exploration'
import { WORKING_LIBRARY } from './explore/large-library'
import { watchFocus } from './focus-watch'
import { playCarelessly } from './hand/careless-hand'
import { textsInProfile, textsOfService } from './hand/kept-words'

/** The duration of a run. `npm run fuzz -- hand` uses more time, the library of a working writer, and other seeds. */
const MINUTES = Number(process.env['STET_HAND_MINUTES'] ?? 0.3)
const SIZE =
  process.env['STET_HAND_MINUTES'] === undefined
    ? { documents: 900, folders: 100, tags: 30 }
    : WORKING_LIBRARY
const FIRST = Number(process.env['STET_HAND_SEED'] ?? 1)
const SEEDS = Number(process.env['STET_HAND_SEEDS'] ?? 1)

for (let seed = FIRST; seed < FIRST + SEEDS; seed++)
  test(`a careless hand over a library of ${SIZE.documents} breaks nothing and loses no word: seed ${seed}`, async () => {
    // On a busy machine, starting, ending and the last step take longer.
    test.setTimeout(MINUTES * 90_000 + 300_000)
    const exploration = await explore({ size: SIZE })
    const { app, service, network } = exploration
    try {
      await watchFocus(app.page)
      await app.electron.evaluate(({ dialog, shell }) => {
        // The dialogs and browsers of the system are replaced, because nobody could answer them.
        dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
        dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
        dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false })
        shell.openExternal = () => Promise.resolve()
      })
      const { actions, words, broken } = await playCarelessly(exploration, seed, MINUTES * 60_000)
      expect(broken, actions.slice(-40).join('\n')).toBeUndefined()
      expect(words.length, 'too few words were typed to say anything').toBeGreaterThan(MINUTES * 2)
      network.clear()
      await app.electron.close()
      const texts = [...textsInProfile(app.profile), ...(await textsOfService(service, words))]
      const lost = words.filter((word) => !texts.some((text) => text.includes(word)))
      expect(lost, lost.map((word) => around(word, actions)).join('\n\n')).toEqual([])
      console.info(`${actions.length} actions, ${words.length} words`)
    } finally {
      await exploration.close()
    }
  })

/** The actions shortly before and after a word was typed. */
function around(word: string, actions: readonly string[]): string {
  const at = actions.indexOf(`type ${word}`)
  return actions.slice(Math.max(0, at - 6), at + 20).join('\n')
}
