import fs from 'node:fs'
import path from 'node:path'
import { folders } from './imports'
import { ROOT } from './paths'

/** A reference in a page of `docs/`: a file with names that it declares, or with the title of a test. */
export interface Reference {
  /** The heading above the reference. */
  readonly entry: string
  readonly file: string
  readonly names: readonly string[]
  readonly title?: string
}

export const readPage = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8')

/** The list items of a page under "Code" or "Tests". */
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

/** Describes the missing part of a reference; `undefined` if nothing is missing. */
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

/** Every page of the repository except the sample library and the texts searched by benchmarks. */
export const pages: readonly string[] = [
  ...fs.readdirSync(ROOT),
  ...[...folders, 'docs', 'scripts'].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`),
  ),
]
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) => file.endsWith('.md') && !/node_modules|^server\/sample\/|^e2e\/(?:bench|corpus)\//.test(file),
  )

/** The missing files among those that a page links to or names by a path, relative to the root or to the page. */
export function missingIn(page: string): readonly string[] {
  const text = readPage(page)
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to = '']) => to)
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|mjs|css|md))`/g)].map(
    ([, to = '']) => to,
  )
  const isFound = (to: string) =>
    [ROOT, path.join(ROOT, path.dirname(page))].some((from) => fs.existsSync(path.join(from, to)))
  return [...links, ...named, ...pagesIn(text)].filter((to) => !isFound(to)).map((to) => `${page}: ${to}`)
}

/** The pages named in a text. */
export const pagesIn = (text: string): readonly string[] => text.match(/[\w./-]*[\w-]\.md\b/g) ?? []

export const isPage = (file: string): boolean => fs.existsSync(path.join(ROOT, file))

/** A markdown text with its file, from which relative links start. */
export interface Page {
  readonly file: string
  readonly text: string
}

export const pageOf = (file: string): Page => ({ file, text: readPage(file) })

/** The text without fenced blocks, because diagrams and examples may name files that do not exist. */
const proseOf = ({ text }: Page): string => text.replace(/^(```|~~~).*?^\1$/gms, '')

/** All files of the repository, as paths relative to its root. */
const files = fs
  .readdirSync(ROOT, { withFileTypes: true })
  .filter(({ name }) => !/^(\.git|node_modules|out|dist)$/.test(name))
  .flatMap((top) => (top.isDirectory() ? below(top.name) : [top.name]))

function below(folder: string): readonly string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

const tops = new Set(files.map((file) => file.split('/')[0] ?? ''))

/** Whether a word in backticks is a path in the repository: `main/app`, `shared/ipc/ipc-*.ts`, `README.md`. */
const isPath = (word: string): boolean =>
  /^[\w.@*/-]+$/.test(word) &&
  (word.includes('/')
    ? tops.has(word.split('/')[0] ?? '')
    : /^[A-Z]+\.md$|^(package|tsconfig)\.json$/.test(word))

function isThere(named: string): boolean {
  if (!named.includes('*')) return fs.existsSync(path.join(ROOT, named))
  const form = named.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return files.some((file) => new RegExp(`^${form}$`).test(file))
}

/** The paths in backticks in a page that do not exist in the repository. */
export const strangePaths = (page: Page): readonly string[] =>
  [...proseOf(page).matchAll(/`([^`\n]+)`/g)]
    .map(([, word = '']) => word)
    .filter((word) => isPath(word) && !isThere(word))

const words: ReadonlySet<string> = new Set(
  files
    .filter((file) => /\.(tsx?|mjs|json|yml)$/.test(file) && file !== 'e2e/docs.test.ts')
    .flatMap((file) => readPage(file).match(/[\w$]+/g) ?? []),
)

/** The words in backticks that look like names of code, but occur in no source file. */
export const strangeWords = (page: Page): readonly string[] =>
  [...proseOf(page).matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)]
    .map(([, word = '']) => word)
    .filter((word) => !words.has(word))

/**
 * The commands in a page that run tests by a part of their path, if no such file exists or, when a title is given, no
 * such test.
 */
export const strangeTests = ({ text }: Page): readonly string[] =>
  [
    ...text.matchAll(
      /(?:test:(?:unit|ui|e2e)|--only \w+|vitest\.config\.mjs) ([a-z][\w./-]*)(?: -t '([^']+)')?/g,
    ),
  ].flatMap(([command, part = '', title = '']) => {
    const named = files.filter((file) => file.includes(part) && /\.(test|spec)\.tsx?$/.test(file))
    return named.some((file) => readPage(file).includes(title)) ? [] : [command]
  })

/** All references of the form `file`: `name`, `name` in a page; the file contains each name, declared or as text. */
export function namesIn(page: Page): readonly { readonly file: string; readonly names: readonly string[] }[] {
  return [...proseOf(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs))`: (`[\w$-]+`(?:, `[\w$-]+`)*)/g)].map(
    ([, file = '', list = '']) => ({ file, names: list.split(', ').map((name) => name.slice(1, -1)) }),
  )
}

/** The names found by `namesIn` that their files neither declare nor contain as a quoted word such as `'send-due'`. */
export const strangeNames = (page: Page): readonly string[] =>
  namesIn(page).flatMap(({ file, names }) => {
    const text = isThere(file) ? readPage(file) : ''
    return names
      .filter((name) => !declares(text, name) && !text.includes(`'${name}'`))
      .map((name) => `${file}: ${name}`)
  })

/** The links of a page to missing files or missing headings. */
export function strangeLinks(page: Page): readonly string[] {
  const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
  return targets.filter((to) => {
    if (/^[a-z]+:/.test(to)) return false
    const [named = '', heading] = to.split('#')
    const file = named === '' ? page.file : path.posix.join(path.posix.dirname(page.file), named)
    if (file !== page.file && !isThere(file)) return true
    return heading !== undefined && !slugsOf(file === page.file ? page : pageOf(file)).has(heading)
  })
}

/** The anchors that GitHub generates for the headings of a page. */
const slugsOf = (page: Page): ReadonlySet<string> =>
  new Set(
    [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
