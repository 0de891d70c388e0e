import { parse } from 'yaml'
import { z } from 'zod'
import { DAY_MS } from '../../shared/day'

declare global {
  interface ImportMeta {
    /** Provided by the bundler: the texts of the matching files, by path. */
    glob(
      pattern: string,
      options: { readonly eager: true; readonly query: '?raw'; readonly import: 'default' },
    ): Record<string, string>
  }
}

interface SampleState {
  readonly ageMs: number
  readonly status: 'draft' | 'published'
  readonly content: string
}

export interface SampleDocument {
  readonly title: string
  /** From the outermost inward; empty: in no folder. */
  readonly folders: readonly string[]
  readonly tags: readonly string[]
  /** The earlier states, oldest first; the last one is the present document. */
  readonly states: readonly SampleState[]
}

/** The folders in the order of the tree. */
export const SAMPLE_FOLDERS: readonly (readonly string[])[] = [
  ['The Salt Road'],
  ['The Salt Road', 'Chapters'],
  ['The Salt Road', 'Notes'],
  ['Essays'],
  ['Letters'],
  ['Translations'],
]

const MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS } as const

const frontMatter = z.strictObject({
  title: z.string().optional(),
  folder: z.string().optional(),
  tags: z.array(z.string()).default([]),
  status: z.enum(['draft', 'published']).default('draft'),
  age: z.string().regex(/^\d+ (minute|hour|day)s?$/),
})

/** `the-ferryman.md` is a document; `the-ferryman.1.md` and so on are its earlier texts. */
export function sampleLibrary(): readonly SampleDocument[] {
  const files = import.meta.glob('./*.md', { eager: true, query: '?raw', import: 'default' })
  const read = Object.entries(files).map(([path, text]) => {
    const [, name = '', number] = /^\.\/(.+?)(?:\.(\d+))?\.md$/.exec(path) ?? []
    return { name, order: number === undefined ? Infinity : Number(number), ...readFile(path, text) }
  })
  return read
    .filter((file) => file.order === Infinity)
    .map(({ name, head }) => ({
      title: head.title ?? name,
      folders: head.folder?.split(' / ') ?? [],
      tags: head.tags,
      states: read
        .filter((file) => file.name === name)
        .sort((a, b) => a.order - b.order)
        .map((file) => ({ ageMs: ageOf(file.head.age), status: file.head.status, content: file.content })),
    }))
}

function readFile(path: string, text: string) {
  const [whole = '', yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
  const head = frontMatter.safeParse(parse(yaml))
  if (!head.success) throw new Error(`${path}: ${head.error.message}`)
  return { head: head.data, content: text.slice(whole.length) }
}

function ageOf(text: string): number {
  const [count, unit = ''] = text.split(' ')
  return Number(count) * MS[unit.replace(/s$/, '') as keyof typeof MS]
}
