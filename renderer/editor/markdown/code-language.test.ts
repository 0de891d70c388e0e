import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import {
  CODE_LANGUAGES,
  codeLanguage,
  codeLanguageAt,
  codeLanguageName,
  codeOf,
  fencedCodeAt,
  isLanguageWord,
  setCodeLanguage,
} from './code-language'
import { runMarked } from '../testing/run-command'
import { markdownSupport } from './language'

test.each([
  ['```\na‸\n```', 'python', '```python\na‸\n```'],
  ['```  \na‸\n```', 'python', '```python  \na‸\n```'],
  ['``` js\na‸\n```', 'rust', '``` rust\na‸\n```'],
  ['~~~~js title="a b"\na‸\n~~~~', 'css', '~~~~css title="a b"\na‸\n~~~~'],
  ['```{.js .wide}\na‸\n```', 'css', '```{.css .wide}\na‸\n```'],
  ['```{r, echo=FALSE}\na‸\n```', 'python', '```{python, echo=FALSE}\na‸\n```'],
  ['> - ```js‸\n>   a\n>   ```', 'go', '> - ```go‸\n>   a\n>   ```'],
  ['```js\na‸\n```', '', '```\na‸\n```'],
  ['```js title="a"\na‸\n```', '', '```text title="a"\na‸\n```'],
  ['‸```js', 'go', '‸```go'],
  ['words‸\n\n```js\na\n```', 'go', 'words‸\n\n```js\na\n```'],
  ['    indented‸', 'go', '    indented‸'],
])('%j as %j becomes %j', (before, word, after) =>
  expect(runMarked(setCodeLanguage(word), before)).toBe(after),
)

const stateOf = (doc: string, anchor = 0) =>
  EditorState.create({ doc, selection: { anchor }, extensions: markdownSupport() })

test('the language is the first word behind the fence, and there is none outside of a block', () => {
  expect(codeLanguageAt(stateOf('```c++ wide\na\n```', 12))).toBe('c++')
  expect(codeLanguageAt(stateOf('```\na\n```', 4))).toBe('')
  expect(codeLanguageAt(stateOf('words'))).toBeUndefined()
})

test('each language is offered by one word, which has colours', () => {
  for (const { word, name } of CODE_LANGUAGES) {
    expect(isLanguageWord(word)).toBe(true)
    expect(codeLanguageName(word)).toBe(name)
  }
  expect(CODE_LANGUAGES.find(({ name }) => name === 'C#')?.word).toBe('csharp')
})

test.each([
  ...[
    ...['py Python', 'js JavaScript', 'ts TypeScript', 'sh Shell', 'rb Ruby', 'yml YAML', 'md Markdown'],
    ...['c++ C++', 'cpp C++', 'hpp C++', 'cs C#', 'c# C#', 'rs Rust', 'kt Kotlin', 'pl Perl', 'hs Haskell'],
    ...['golang Go', 'docker Dockerfile', 'console Shell', 'ps1 PowerShell', 'ini Properties files', 'R R'],
    ...['PY Python', 'h C', 'htm HTML', 'tex LaTeX', 'textile Textile', 'diff diff', 'patch diff'],
    ...['python3 Python', 'jsonc JSON', 'plpgsql SQL', '{.py Python', '{r, R'],
  ].map((one) => one.split(/ (.*)/)),
  ...['text', 'txt', 'plaintext', 'm', '1', 'wren', ''].map((word) => [word, undefined]),
])('a fence of %j has the colours of %s', (word, name) => expect(codeLanguage(word!)?.name).toBe(name))

test.each([
  ['```js\na\n\n  b\n```', 'a\n\n  b'],
  ['> ```\n> a\n>\n>   b\n> ```', 'a\n\n  b'],
  ['- ```\n  a\n    b\n  ```', 'a\n  b'],
  ['```\n```', ''],
])('the code of %j is copied as %j', (doc, code) => {
  const state = stateOf(doc, doc.length - 3)
  const block = fencedCodeAt(state, doc.length - 3)
  expect(block && codeOf(state, block)).toBe(code)
})
