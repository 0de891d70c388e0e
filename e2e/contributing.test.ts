import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { check, resolveConfig } from 'prettier'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPage } from './doc-references'
import { isWithin, sources } from './imports'
import { ROOT, freshFolder, removeFolder } from './paths'

// These tests follow the examples of CONTRIBUTING.md on a copy of the sources, and then compile the copy.

/** A fenced block with the name of a file: a change of that file, or the whole of a new file. */
interface Block {
  readonly file: string
  readonly isNew: boolean
  readonly text: string
}

interface Example {
  readonly title: string
  readonly blocks: readonly Block[]
  /** The files named by the compiler after the first block is applied. */
  readonly asksIn: readonly string[]
}

const page = readPage('CONTRIBUTING.md')

const examples: readonly Example[] = page
  .slice(page.indexOf('## Four changes'))
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    blocks: [...text.matchAll(/^```(\w+) title="([^"]+)"\n(.*?)^```$/gms)].map(
      ([, kind, file = '', body = '']) => ({
        file,
        isNew: kind !== 'diff',
        text: body,
      }),
    ),
    asksIn: [...text.matchAll(/The compiler now names ((?:`[^`]+`(?: and )?)+)/g)].flatMap(([, named = '']) =>
      [...named.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    ),
  }))

const blocks = examples.flatMap((example) => example.blocks)

/** The hunks of a block, each as the lines before and after the change. */
function hunksOf({ text }: Block): readonly { readonly before: string; readonly after: string }[] {
  const side = (lines: readonly string[], left: string) =>
    lines
      .filter((line) => !line.startsWith(left))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  return text.split(/^@@\n/m).map((hunk) => {
    const lines = hunk.split('\n').slice(0, -1)
    return { before: side(lines, '+'), after: side(lines, '-') }
  })
}

const timesIn = (text: string, part: string): number => text.split(part).length - 1

function changed(text: string, block: Block): string {
  if (block.isNew) return block.text
  return hunksOf(block).reduce((now, { before, after }) => {
    expect(timesIn(now, before), `${block.file} has once:\n${before}`).toBe(1)
    return now.replace(before, () => after)
  }, text)
}

test('there are four examples, each with its blocks and what the compiler then asks for', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'A command of the palette',
    'An IPC command',
    'A route of the service',
    'A pane beside the text',
  ])
  expect(examples.filter(({ blocks: own, asksIn }) => own.length < 2 || asksIn.length === 0)).toEqual([])
  expect(timesIn(page, 'title="')).toBe(blocks.length)
})

test.each([...new Set(blocks.map(({ file }) => file))])(
  '%s is as its blocks say, each part once, and has the form of this repository afterwards',
  async (file) => {
    const own = blocks.filter((block) => block.file === file)
    expect(fs.existsSync(path.join(ROOT, file))).toBe(own.every(({ isNew }) => !isNew))
    const text = own.reduce(changed, own.some(({ isNew }) => isNew) ? '' : readPage(file))
    const style = await resolveConfig(path.join(ROOT, file))
    expect(await check(text, { ...style, filepath: file })).toBe(true)
  },
)

describe('in a copy of the sources', () => {
  const projects = ['shared', 'node', 'main', 'server', 'renderer']
  const isLeftOut = (file: string) => /\.md$|\.(test|spec)\.tsx?$|\/(proof|fixtures)\//.test(file)
  let folder = ''

  beforeAll(() => {
    folder = freshFolder('contributing')
    const write = (file: string, text: string) => {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      fs.writeFileSync(path.join(folder, file), text)
    }
    for (const { file, code } of sources)
      if (isWithin(file, ...projects) && !isLeftOut(file)) write(file, code)
    for (const project of projects) {
      const config = `${project}/tsconfig.json`
      // The compiler's own files must not be written through the link below to the `node_modules` of this repository.
      write(config, readPage(config).replaceAll('../node_modules/.cache/', '../.cache/'))
    }
    write('scripts/tsconfig.base.json', readPage('scripts/tsconfig.base.json'))
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  })
  afterAll(() => removeFolder(folder))

  function apply(block: Block): void {
    if (isLeftOut(block.file)) return
    const file = path.join(folder, block.file)
    const before = block.isNew ? '' : fs.readFileSync(file, 'utf8')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, changed(before, block))
  }

  /** The errors of the compiler. */
  function compile(): readonly string[] {
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
    // A single thread is used: the compiler's threads would check much of the code repeatedly, and other tests run in
    // parallel.
    const options = ['-b', '--singleThreaded', '--pretty', 'false']
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...projects], {
      cwd: folder,
      encoding: 'utf8',
    })
    return stdout.split(/^(?=\S)/m)
  }

  test('after the first block of each the compiler misses the rest in the files that the page names, and in no others', () => {
    for (const { blocks: own } of examples) apply(own[0]!)
    const incomplete = compile().filter((error) =>
      / is missing (in type|the following properties) /.test(error),
    )
    const files = incomplete.map((error) => error.slice(0, error.indexOf('(')).replaceAll('\\', '/'))
    expect([...new Set(files)].sort()).toEqual([...new Set(examples.flatMap(({ asksIn }) => asksIn))].sort())
  })

  test('after all of them it compiles', () => {
    for (const { blocks: own } of examples) own.slice(1).forEach(apply)
    expect(compile()).toEqual([''])
  })
})
