import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { check } from 'recheck'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { FILE_PICTURE } from '../shared/markdown/html/file-picture'
import { ROOT } from './paths'

// No text can make the app hang: every regular expression takes at most linear time for any input.

/** Expressions from outside, or too slow for the checker, and the limits that apply to them instead. */
const BOUNDED: Readonly<Record<string, string>> = {
  'main/search/replacing.ts': 'written by the writer; runs in a worker that is ended after a time',
  'renderer/editor/find/pattern.worker.ts': 'written by the writer; the worker is ended after a time',
  'renderer/editor/keys/vim-search.ts':
    'written by the writer; refused where it could take long, and read line by line',
  'renderer/editor/style/languages.ts':
    'words of lists, with bounded repetition; at most 20,000 characters, in a worker of its own',
  'shared/text/words/word-query.ts': 'alternatives of escaped words',
  'main/system/strike-key.ts': 'alternatives of escaped words',
}

/** Sample values for parts of expressions that are known only at run time, by their names in a source. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'renderer/document/publish/publish-checks.ts': { any: 'some\\s+words|and\\s+others' },
  'renderer/editor/spelling/find-words.ts': { letters: '\\p{Script=Latin}\\p{Script=Cyrillic}' },
  'main/search/title-matcher.ts': { literal: 'some words' },
  'main/transfer/manifest.ts': { BESIDE: 'one\\.json|another' },
  'shared/markdown/tree/read-blocks.ts': { indent: '3' },
  'shared/merge/blocks.ts': { 'raw[1]': 'textarea' },
  'server/contract/faults.ts': { kind: 'versions' },
  'server/contract/writes.ts': { 'record.id': '12' },
}

interface Expression {
  readonly at: string
  readonly pattern: string
  readonly flags: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value as readonly unknown[]) walk(one, visit)
  if (!isNode(value)) return
  visit(value)
  for (const one of Object.values(value)) walk(one, visit)
}

interface Source {
  readonly program: unknown
  /** The string value of an expression of the language; `undefined` if neither the sources nor `PARTS` define it. */
  readonly textOf: (node: unknown) => string | undefined
  readonly constant: (name: string) => string | undefined
}

/** The source file that an import refers to. */
const importedFile = (from: string, name: string): string | undefined =>
  name.startsWith('.')
    ? ['.ts', '.tsx']
        .map((end) => path.posix.join(path.posix.dirname(from), name) + end)
        .find((file) => fs.existsSync(path.join(ROOT, file)))
    : undefined

/** Reads a source with the constants that it declares or imports. */
function read(file: string, code: string): Source {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const constants = new Map(Object.entries(PARTS[file] ?? {}))
  const imported = new Map<string, () => string | undefined>()
  const constant = (name: string) => constants.get(name) ?? imported.get(name)?.()

  function textOf(node: unknown): string | undefined {
    if (!isNode(node)) return undefined
    const given = constants.get(code.slice(node.start, node.end))
    if (given !== undefined) return given
    const { regex } = node as { regex?: { pattern: string } }
    if (node.type === 'Literal') return regex?.pattern ?? String(node['value'])
    if (node.type === 'Identifier') return constant(node['name'] as string)
    if (node.type === 'MemberExpression')
      return (node['property'] as Node)['name'] === 'source' ? textOf(node['object']) : undefined
    if (node.type === 'BinaryExpression') {
      const [left, right] = [textOf(node['left']), textOf(node['right'])]
      return left === undefined || right === undefined ? undefined : left + right
    }
    if (node.type !== 'TemplateLiteral') return undefined
    const holes = (node['expressions'] as readonly Node[]).map(textOf)
    if (holes.includes(undefined)) return undefined
    return (node['quasis'] as readonly { value: { cooked: string } }[])
      .map(({ value }, index) => value.cooked + (holes[index] ?? ''))
      .join('')
  }

  walk(program, (node) => {
    if (node.type !== 'ImportDeclaration') return
    const from = importedFile(file, (node['source'] as Node)['value'] as string)
    if (from === undefined) return
    for (const { imported: there, local } of node['specifiers'] as readonly Readonly<Record<string, Node>>[])
      if (there && local)
        imported.set(local['name'] as string, () => sourceOf(from).constant(there['name'] as string))
  })
  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator') return
    const { name } = node['id'] as { readonly name?: string }
    const text = textOf(node['init'])
    if (name !== undefined && text !== undefined && !constants.has(name)) constants.set(name, text)
  })
  return { program, textOf, constant }
}

const sources = new Map<string, Source>()
function sourceOf(file: string): Source {
  const known = sources.get(file) ?? read(file, fs.readFileSync(path.join(ROOT, file), 'utf8'))
  sources.set(file, known)
  return known
}

/** All regular expressions of a source, including those composed at run time. */
function expressionsIn(file: string, code: string): readonly Expression[] {
  const { program, textOf } = read(file, code)
  const found: Expression[] = []
  const lineOf = (node: Node) => `${file}:${code.slice(0, node.start).split('\n').length}`
  walk(program, (node) => {
    const { regex } = node as { regex?: { pattern: string; flags: string } }
    if (node.type === 'Literal' && regex) found.push({ at: lineOf(node), ...regex })
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return
    if ((node['callee'] as Node)['name'] !== 'RegExp' || file in BOUNDED) return
    const [pattern, flags] = (node['arguments'] as readonly Node[]).map(textOf)
    if (pattern === undefined || (flags === undefined && (node['arguments'] as readonly Node[]).length > 1))
      throw new Error(`${lineOf(node)}: what it puts together is not known; say it in PARTS`)
    found.push({ at: lineOf(node), pattern, flags: flags ?? '' })
  })
  return found
}

/** Whether a file ships; tests and the bridge used by tests do not. */
const isSource = (name: string) =>
  /\.tsx?$/.test(name) && !/\.(?:test|contract|bench|fuzz|memory)\.tsx?$|^memory\//.test(name)

const expressions = ['shared', 'preload', 'main', 'server', 'renderer'].flatMap((folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => isSource(name) && !name.includes('node_modules'))
    .flatMap((name) => {
      const file = path.posix.join(folder, name.replaceAll('\\', '/'))
      return expressionsIn(file, fs.readFileSync(path.join(ROOT, file), 'utf8'))
    }),
)

/**
 * Limits in steps, so that the result does not depend on the speed of the machine: the checker treats an attack that
 * times out as successful. The timeouts only end a hanging run.
 */
const BOUNDS = {
  attackLimit: 200_000_000,
  attackTimeout: 60_000,
  incubationTimeout: 60_000,
  timeout: 100_000,
} as const

/**
 * An expression found safe by this version of the checker within these bounds stays safe, because the result depends on
 * nothing else. `npm test` checks only the new expressions, and the cache is deleted with `node_modules`.
 */
const REMEMBERED = path.join(ROOT, 'node_modules/.cache/stet/safe-expressions.json')
const CHECKER = JSON.stringify([
  (createRequire(import.meta.url)('recheck/package.json') as { readonly version: string }).version,
  BOUNDS,
])

function readSafe(): Set<string> {
  try {
    const [checker, ...safe] = JSON.parse(fs.readFileSync(REMEMBERED, 'utf8')) as readonly string[]
    return new Set(checker === CHECKER ? safe : [])
  } catch {
    return new Set()
  }
}

function keepSafe(safe: ReadonlySet<string>): void {
  fs.mkdirSync(path.dirname(REMEMBERED), { recursive: true })
  // Another run may read the file at the same time.
  fs.writeFileSync(`${REMEMBERED}.new`, JSON.stringify([CHECKER, ...safe]))
  fs.renameSync(`${REMEMBERED}.new`, REMEMBERED)
}

/** The locations of the expressions that may take more than linear time, each with a text that shows it. */
async function slowIn(all: readonly Expression[], safe = new Set<string>()): Promise<string[]> {
  const slow: string[] = []
  const written = ({ pattern, flags }: Expression) => `/${pattern}/${flags}`
  const unknown = all.filter((expression) => !safe.has(written(expression)))
  const waiting = new Map(unknown.map((expression) => [written(expression), expression])).entries()
  const checkOneByOne = async () => {
    for (const [text, { pattern, flags }] of waiting) {
      const result = await check(pattern, flags, BOUNDS)
      const places = all.filter((expression) => written(expression) === text).map(({ at }) => at)
      if (result.status === 'vulnerable')
        slow.push(`${places.join(', ')} ${text} ${result.complexity.type}: ${result.attack.pattern}`)
      if (result.status === 'unknown')
        slow.push(`${places.join(', ')} ${text} not decided: ${result.error.kind}`)
      if (result.status === 'safe') safe.add(text)
    }
  }
  await Promise.all([checkOneByOne(), checkOneByOne(), checkOneByOne()])
  return slow
}

test('[M6] no regular expression takes more than linear time', async () => {
  expect(expressions.length).toBeGreaterThan(300)
  const safe = readSafe()
  const slow = await slowIn(expressions, safe)
  keepSafe(safe)
  expect(slow).toEqual([])
}, 400_000)

test('a quadratic, a cubic and an exponential expression are found, also put together', async () => {
  const code = `
    const spaces = '\\\\s*'
    const rule = /^\\s*\\|?\\s*:?-+:?\\s*(?:\\|\\s*:?-+:?\\s*)*\\|?\\s*$/
    const end = new RegExp(\`\${spaces}\${spaces}x$\`)
    const words = /^(?:\\w+\\s?)*$/
    const plain = /^[a-z]+$/
  `
  expect(expressionsIn('some.ts', code)).toHaveLength(4)
  expect(await slowIn(expressionsIn('some.ts', code))).toHaveLength(3)
})

test('what an expression is put together of is read from other sources, and asked for where nothing says it', async () => {
  const imported = "import { FILE_PICTURE as PICTURE } from '../shared/markdown/html/file-picture'\n"
  expect(
    expressionsIn('main/some.ts', `${imported}const rule = new RegExp(\`^\${PICTURE}$\`)`),
  ).toMatchObject([{ pattern: `^${FILE_PICTURE}$` }])
  const rule = 'const rule = (item: string) => new RegExp(`^(?:${item})*$`)'
  expect(() => expressionsIn('main/some.ts', rule)).toThrow('main/some.ts:1: ')
})
