import { expect, test } from 'vitest'
import { passageOf } from './passage'

/** The passage between the brackets ‹ and ›. */
function passage(marked: string): string {
  const from = marked.indexOf('‹')
  const to = marked.indexOf('›') - 1
  return passageOf(marked.replace(/[‹›]/g, ''), { from, to })
}

test.each([
  ['‹Ein **fett›**', 'Ein **fett**'],
  ['**‹fett› und** mehr', '**fett**'],
  ['Ein **fe‹tt** und *schr›äg*', '**tt** und *schr*'],
  ['**eins ‹zwei *drei› vier***', '**zwei *drei***'],
  ['**eins‹ zwei› drei**', ' **zwei**'],
  ['Ein‹ **›fett**', ' '],
  ['**fett‹** und›', ' und'],
  ['‹Ein `code›`', 'Ein `code`'],
  ['``a ` ‹b›``', '``b``'],
  ['‹Das [Netz›](https://example.org)', 'Das [Netz](https://example.org)'],
  ['[Das ‹Netz](https://example.org "t") ist›', '[Netz](https://example.org "t") ist'],
  ['‹Zu [[Low wa›ter]]', 'Zu [[Low water]]'],
  ['‹Eine ![Karte›](a.png)', 'Eine ![Karte](a.png)'],
  ['‹Es ist $x^›2$', 'Es ist $x^2$'],
  ['‹a ==b›== c', 'a ==b=='],
  ['1 ‹&am›p; 2', '&amp;'],
  ['```js\na\n‹b\nc›\nd\n```', '```js\nb\nc\n```'],
  ['‹x\n\n```js\na\nb›\nc\n```', 'x\n\n```js\na\nb\n```'],
  ['# ‹One\n\ntwo›', '# One\n\ntwo'],
  ['# ‹One›', 'One'],
  ['- [x] ‹a\n- [ ] b›', '- [x] a\n- [ ] b'],
  ['- a\n    - ‹b\n    - c›', '- b\n- c'],
  ['> - ‹b\n> - c›', '> - b\n> - c'],
  ['- a ‹b\n- c›', 'b\n- c'],
  ['| a | b |\n| - | - |\n| 1 ‹ | 2 |\n| 3 | 4› |\n| 5 | 6 |', '| a | b |\n| - | - |\n| 1  | 2 |\n| 3 | 4 |'],
  ['| a | b |\n| - | - |\n| 1 | 2 |\n| ‹**3›** | 4 |', '**3**'],
  ['| a | b |\n| - | - |\n| 1 |‹ 2 ›|', ' 2 '],
  ['‹x\n\n| a | b |\n| - | - |\n| 1› | 2 |\n| 3 | 4 |', 'x\n\n| a | b |\n| - | - |\n| 1 | 2 |'],
  ['x\n\n| a ‹| b› |\n| - | - |\n| 1 | 2 |', '| a | b |\n| - | - |'],
  ['| a |\n| - |\n| 1 |\n| ‹2 |\n\nx› y', '| a |\n| - |\n| 2 |\n\nx'],
  ['‹›', ''],
])('%j is %j', (marked, expected) => expect(passage(marked)).toBe(expected))

test('a passage brings the definitions that it names, each once, and those that they name', () => {
  const notes = '[^1]: The *first*, see [^2].\n\n[^2]: The second.\n\n    Its end.'
  const links = '[ref]: https://example.org "T"\n[words]: <b c>'
  const rest = ` [^3]\n\n${notes}\n\n[^3]: Another.\n\n${links}\n[other]: d`
  expect(passage(`‹Said.[^1›]${rest}`)).toBe(`Said.[^1]\n\n${notes}`)
  expect(passage(`‹A [text][REF], [words], ![p][] and [words][]›${rest}`)).toBe(
    'A [text][REF], [words], ![p][] and [words][]\n\n[ref]: https://example.org "T"\n\n[words]: <b c>',
  )
  expect(passage(`‹A [link](e) [none] \`[^1]\`›${rest}`)).toBe('A [link](e) [none] `[^1]`')
  expect(passage(`‹All.[^1] [words]${rest}›`)).toBe(`All.[^1] [words]${rest}`)
})

test('a passage of a long text takes no longer for its length', () => {
  const text = `${'**a** [b][c]\n\n'.repeat(20_000)}[c]: d`
  expect(passageOf(text, { from: 2, to: text.length - 10 }).endsWith('\n\n[c]: d')).toBe(true)
})
