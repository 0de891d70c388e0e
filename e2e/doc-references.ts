import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './place'

/** What an entry of a page in `docs/` names: a file with names that it declares, or with a title of a test. */
export interface Reference {
  /** The heading of the entry. */
  readonly entry: string
  readonly file: string
  readonly names: readonly string[]
  readonly title?: string
}

export const readPage = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8')

/** The items of all lists of a page that stand under "Code" or "Tests". */
export function referencesIn(page: string): readonly Reference[] {
  const found: Reference[] = []
  let [entry, list] = ['', '']
  for (const line of readPage(page).split('\n')) {
    const [, heading] = /^#+ (.+)$/.exec(line) ?? []
    if (heading !== undefined) [entry, list] = [heading, '']
    const [, label] = /^\*{0,2}(Code|Tests)[.:]\*{0,2}$/.exec(line) ?? []
    if (label !== undefined) list = label
    const [, file, rest = ''] = /^- `([^`]+)`(?:: (.+))?$/.exec(line) ?? []
    if (file === undefined || list === '') continue
    found.push(
      list === 'Code'
        ? { entry, file, names: rest.match(/[\w$]+(?=`)/g) ?? [] }
        : { entry, file, names: [], title: rest },
    )
  }
  return found
}

/** What of a reference is not there, in words; `undefined` where all of it is. */
export function brokenReference({ entry, file, names, title }: Reference): string | undefined {
  if (!fs.existsSync(path.join(ROOT, file))) return `${entry}: there is no ${file}`
  const text = readPage(file)
  const absent = names.find((name) => !declares(text, name))
  if (absent !== undefined) return `${entry}: ${file} declares no ${absent}`
  if (title !== undefined && (title === '' || !text.includes(title)))
    return `${entry}: ${file} has no test “${title}”`
  return undefined
}

const declares = (text: string, name: string): boolean =>
  new RegExp(
    `\\b(?:function\\*?|const|let|type|interface|class) ${name}\\b|^\\s+(?:readonly |async )?${name}(?:\\(|: )`,
    'm',
  ).test(text)
