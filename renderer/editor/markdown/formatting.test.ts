import { EditorState, type StateCommand } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { toggleMark } from './formatting'
import { markdownSupport } from './language'

/** The text with `[` and `]` around the selection, `‸` for a cursor. */
function apply(command: StateCommand, marked: string): string {
  const from = marked.search(/[[‸]/)
  const doc = marked.replace(/[[\]‸]/g, '')
  const to = marked.includes(']') ? marked.indexOf(']') - 1 : from
  let state = EditorState.create({
    doc,
    selection: { anchor: from, head: to },
    extensions: markdownSupport(),
  })
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  const { main } = state.selection
  const text = state.doc.toString()
  return main.empty
    ? `${text.slice(0, main.from)}‸${text.slice(main.from)}`
    : `${text.slice(0, main.from)}[${text.slice(main.from, main.to)}]${text.slice(main.to)}`
}

describe('bold and italic', () => {
  const bold = toggleMark('**')
  const italic = toggleMark('*')
  test.each([
    [bold, 'a [word] b', 'a **[word]** b'],
    [bold, 'a **[word]** b', 'a [word] b'],
    [bold, 'a [**word**] b', 'a [word] b'],
    [bold, 'a wo‸rd b', 'a **wo‸rd** b'],
    [bold, 'a **wo‸rd** b', 'a wo‸rd b'],
    [bold, '‸ b', '**‸** b'],
    [italic, '**[word]**', '***[word]***'],
    [italic, '*[word]*', '[word]'],
    [bold, 'a **bold‸**', 'a **bold**‸'],
    [bold, 'a **bold ‸** b', 'a **bold** ‸ b'],
    [bold, 'a **bold**‸', 'a **bold‸**'],
    [bold, 'a **‸** b', 'a ‸ b'],
    [italic, 'a *thin‸*', 'a *thin*‸'],
    [italic, 'a **bold‸**', 'a ***bold‸***'],
    [bold, 'a **two wo‸rds** b', 'a two wo‸rds b'],
    [bold, 'a __wo‸rd__ b', 'a wo‸rd b'],
    [bold, 'a [word ]here', 'a **[word** ]here'],
    [bold, '[one\n\ntwo]', '**[one**\n\n**two]**'],
    [bold, '[**one**\n\n**two**]', '[one\n\ntwo]'],
    [bold, '[**one**\n\ntwo]', '[**one**\n\n**two]**'],
    [bold, '[- one\n- two]', '[- **one**\n- **two]**'],
    [bold, '[## head]', '[## **head]**'],
    [bold, '[> said]', '[> **said]**'],
    [bold, '**one [two] three**', '**one** [two] **three**'],
    [bold, '[one **two** three]', '**[one two three]**'],
    [bold, '| [a | b] |\n| - | - |', '| **[a** | **b]** |\n| - | - |'],
    [bold, '| a | [b |\n| - | - |\n| c] | d |', '| a | **[b** |\n| - | - |\n| **c]** | d |'],
    [bold, '| [a \\| b] | c |\n| - | - |', '| **[a \\| b]** | c |\n| - | - |'],
    [bold, '**one t[wo** three]', '**one t[wo three]**'],
    [bold, '[one **two] three**', '**[one two] three**'],
    [bold, '**one** [two **three** four]', '**one** **[two three four]**'],
    [bold, 'a *b [c* d]', 'a *b **[c*** **d]**'],
    [italic, 'a **b [c** d]', 'a **b *[c*** *d]*'],
    [bold, '[**one** two\n\nthree *four*]', '[**one two**\n\n**three *four*]**'],
    [bold, '- **o[ne**\n- two]', '- **o[ne**\n- **two]**'],
    [bold, '> [one\n> two]', '> **[one\n> two]**'],
    [bold, 'a __b [c__ d]', 'a **b [c d]**'],
    [bold, 'a [__b__] c', 'a [b] c'],
    [bold, 'say[“word”]s', 'say[“**word**”]s'],
    [bold, 'a [`co]de` b', 'a **[`co]de`** b'],
    [bold, '```\n[code]\n```', '```\n[code]\n```'],
    [bold, '**1.** [**one**]', '**1.** [one]'],
    [bold, '[**1.**] one', '[1\\.] one'],
    [bold, '[**-**] one', '[\\-] one'],
  ])('%# %s', (command, before, after) => {
    expect(apply(command, before)).toBe(after)
  })
})

describe('marked and struck words, and formulas', () => {
  test.each([
    [toggleMark('=='), 'a [word] b', 'a ==[word]== b'],
    [toggleMark('=='), 'a ==wo‸rd== b', 'a wo‸rd b'],
    [toggleMark('=='), 'a ==lit ‸== b', 'a ==lit== ‸ b'],
    [toggleMark('=='), 'a ==‸== b', 'a ‸ b'],
    [toggleMark('~~'), '**[word]**', '**~~[word]~~**'],
    [toggleMark('~~'), 'a ~~[word]~~ b', 'a [word] b'],
    [toggleMark('~~'), 'a ~~gone‸~~', 'a ~~gone~~‸'],
    [toggleMark('$'), 'so [x^2] is', 'so $[x^2]$ is'],
    [toggleMark('$'), 'so $[x^2]$ is', 'so [x^2] is'],
    [toggleMark('$'), 'so ‸ is', 'so $‸$ is'],
    [toggleMark('=='), 'a ==b [c== d]', 'a ==b [c d]=='],
    [toggleMark('~~'), 'a ==b [c== d]', 'a ==b ~~[c~~== ~~d]~~'],
    [toggleMark('~~'), '| [a | b] |\n| - | - |', '| ~~[a~~ | ~~b]~~ |\n| - | - |'],
  ])('%# %s', (command, before, after) => {
    expect(apply(command, before)).toBe(after)
  })
})

test('a text that may not be changed stays as it is', () => {
  const state = EditorState.create({ doc: 'word', extensions: [EditorState.readOnly.of(true)] })
  const dispatch = () => {
    throw new Error('changed')
  }
  expect(toggleMark('**')({ state, dispatch })).toBe(false)
})
