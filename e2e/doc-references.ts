import fs from 'node:fs'
import path from 'node:path'
import { folders } from './imports'
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

/** Every page of the repository; the sample library and the texts that are searched in measurements are none. */
export const pages: readonly string[] = [
  ...fs.readdirSync(ROOT),
  ...[...folders, 'docs', 'scripts'].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`),
  ),
]
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md') && !/node_modules|^server\/sample\/|^e2e\/bench\//.test(file))

/** Of all that a page leads to or names with a path, what is not there: from the repository's folder, or from the page's. */
export function missingIn(page: string): readonly string[] {
  const text = readPage(page)
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to = '']) => to)
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|mjs|css|md))`/g)].map(
    ([, to = '']) => to,
  )
  const isThere = (to: string) =>
    [ROOT, path.join(ROOT, path.dirname(page))].some((from) => fs.existsSync(path.join(from, to)))
  return [...links, ...named, ...pagesIn(text)].filter((to) => !isThere(to)).map((to) => `${page}: ${to}`)
}

/** The pages that a text names. */
export const pagesIn = (text: string): readonly string[] => text.match(/[\w./-]*[\w-]\.md\b/g) ?? []

export const isPage = (file: string): boolean => fs.existsSync(path.join(ROOT, file))
