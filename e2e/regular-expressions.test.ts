import fs from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { ROOT } from './paths'

// No text can stop the app: no expression of it takes more than linear time, whatever it reads.

/** Expressions that are not ours, or that the checker needs minutes for, and what bounds them instead. */
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

/** Stands for a part of an expression that is only known when it runs: words, escaped. */
const SOME_WORDS = 'some words'

interface Expression {
  readonly at: string
  readonly pattern: string
  readonly flags: string
}

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value as readonly unknown[]) walk(one, visit)
  if (!isNode(value)) return
  visit(value)
  for (const one of Object.values(value)) walk(one, visit)
}

/** All expressions of a source; those that it puts together at run time with what is known of their parts. */
function expressionsIn(file: string, code: string): readonly Expression[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: Expression[] = []
  const constants = new Map<string, string>()
  const lineOf = (node: Node) => `${file}:${code.slice(0, node.start).split('\n').length}`

  /** The string that an expression of the language gives, as far as the source says. */
  function textOf(node: unknown): string | undefined {
    if (!isNode(node)) return undefined
    const { regex } = node as { regex?: { pattern: string } }
    if (node.type === 'Literal') return regex?.pattern ?? String(node['value'])
    if (node.type === 'Identifier') return constants.get(node['name'] as string)
    if (node.type === 'MemberExpression')
      return (node['property'] as Node)['name'] === 'source' ? textOf(node['object']) : undefined
    if (node.type === 'BinaryExpression') {
      const [left, right] = [textOf(node['left']), textOf(node['right'])]
      return left === undefined || right === undefined ? undefined : left + right
    }
    if (node.type !== 'TemplateLiteral') return undefined
    const holes = node['expressions'] as readonly Node[]
    return (node['quasis'] as readonly { value: { cooked: string } }[])
      .map(
        ({ value }, index) =>
          value.cooked + (index < holes.length ? (textOf(holes[index]) ?? SOME_WORDS) : ''),
      )
      .join('')
  }

  walk(program, (node) => {
    if (node.type !== 'VariableDeclarator') return
    const text = textOf(node['init'])
    if (text !== undefined) constants.set((node['id'] as Node)['name'] as string, text)
  })
  walk(program, (node) => {
    const { regex } = node as { regex?: { pattern: string; flags: string } }
    if (node.type === 'Literal' && regex) found.push({ at: lineOf(node), ...regex })
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return
    if ((node['callee'] as Node)['name'] !== 'RegExp' || file in BOUNDED) return
    const [pattern, flags] = node['arguments'] as readonly Node[]
    // The expression of another module is checked there.
    if (pattern?.type === 'MemberExpression' && !constants.has((pattern['object'] as Node)['name'] as string))
      return
    const text = textOf(pattern)
    if (text === undefined) throw new Error(`${lineOf(node)}: the pattern is not known; bound it and list it`)
    found.push({ at: lineOf(node), pattern: text, flags: textOf(flags) ?? '' })
  })
  return found
}

/** What is shipped: no tests, and not the bridge that they run on. */
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
 * By steps, so that a busy machine comes to the same result: the checker takes an attack that runs into a time-out for
 * a successful one. The times only end a run that hangs.
 */
const BOUNDS = {
  attackLimit: 200_000_000,
  attackTimeout: 60_000,
  incubationTimeout: 60_000,
  timeout: 100_000,
} as const

/** Where each expression stands that may take more than linear time, and a text with which it does. */
async function slowIn(all: readonly Expression[]): Promise<string[]> {
  const slow: string[] = []
  const written = ({ pattern, flags }: Expression) => `/${pattern}/${flags}`
  const waiting = new Map(all.map((expression) => [written(expression), expression])).entries()
  const checkOneByOne = async () => {
    for (const [text, { pattern, flags }] of waiting) {
      const result = await check(pattern, flags, BOUNDS)
      const places = all.filter((expression) => written(expression) === text).map(({ at }) => at)
      if (result.status === 'vulnerable')
        slow.push(`${places.join(', ')} ${text} ${result.complexity.type}: ${result.attack.pattern}`)
      if (result.status === 'unknown')
        slow.push(`${places.join(', ')} ${text} not decided: ${result.error.kind}`)
    }
  }
  await Promise.all([checkOneByOne(), checkOneByOne(), checkOneByOne()])
  return slow
}

test('[M6] no regular expression takes more than linear time', async () => {
  expect(expressions.length).toBeGreaterThan(300)
  expect(await slowIn(expressions)).toEqual([])
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
