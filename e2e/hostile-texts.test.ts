import { expect, test } from 'vitest'
import { excerptOf } from '../shared/text/excerpt'
import { titleFromText } from '../main/documents/core/record'
import { targetsIn, unlinked } from '../shared/text/file-links'
import { readFrontMatter, writeFrontMatter } from '../main/porting/front-matter'
import { inlineTags } from '../main/porting/links'
import { changeLinks } from '../shared/markdown/change-links'
import { contentKey } from '../main/documents/retention/content-key'
import { gistOf } from '../main/search/gist'
import { linkingIn } from '../main/search/linking'
import { withoutLinks } from '../main/search/naming'
import { passageOf } from '../main/search/passages'
import { indexed } from '../main/search/query'
import { foldedAlike } from '../shared/text/word-query'
import { readChunks, splitIntoChunks } from '../server/search/chunk'
import { readWords } from '../server/search/words'
import { anchorIn } from '../shared/text/anchor'
import { diffWords } from '../shared/text/diff-words'
import { linksIn } from '../shared/markdown/links'
import { merge3, resolve } from '../shared/merge3'
import { sameNormalForm } from '../shared/text/normal-form'
import { applyChanges, textChanges } from '../shared/text/text-change'
import { allowedMs, elapsedMs, LONGEST_MS } from './heartbeat'
import { hostileTexts, type HostileText } from './hostile-texts'

/** What the app does with a text in one go, on main's thread or a window's. */
const JOBS: Readonly<Record<string, (text: string) => unknown>> = {
  'merge at both ends': (text) => merged(text, `One. ${text}`, `${text} Two.`),
  'merge in one place': (text) => merged(text, `One. ${text}`, `Two. ${text}`),
  'merge in the middle': (text) => merged(text, within(text, 'One.'), within(text, '\n\nTwo.\n\n')),
  'merge of a rewritten text': (text) => merged('', text, `${text}\n${text}`),
  'merge without the text': (text) =>
    merged(text, text.slice(text.length / 2), text.slice(0, text.length / 2)),
  'normal form': (text) => sameNormalForm(text, `${text} `),
  changes: (text) => applyChanges(text, textChanges(text, within(text, 'One.'))),
  'difference of versions': (text) => diffWords(text, within(text, 'One. ')),
  'title and excerpt': (text) => [titleFromText(text), excerptOf(text)],
  'links of files': (text) => [targetsIn(text), unlinked(text, 'a')],
  links: (text) => [linksIn(text), changeLinks(text, () => ({ target: 'x' }))],
  import: (text) => [readFrontMatter(text), inlineTags(text), contentKey('', text)],
  export: (text) => writeFrontMatter({ title: text.slice(0, 100) }, text),
  'words of a search': (text) => indexed(text),
  'a passage of a search': (text) => passageOf(text, foldedAlike(text), /x|a/gu),
  'a related passage': (text) => gistOf(text.slice(0, 5_000)),
  'mentions of a title': (text) => [
    withoutLinks(text),
    linkingIn(text, 'a', { quote: text.slice(0, 200), start: 0, before: '', after: '', unchanged: true }),
  ],
  'a place found again': (text) =>
    anchorIn(text, {
      quote: text.slice(-300, -100),
      start: 0,
      before: '',
      after: text.slice(-100),
      unchanged: false,
    }),
}

/** What a thread of its own does, in slices. */
const IN_A_THREAD: Readonly<Record<string, (text: string) => unknown>> = {
  'chunks of a search by meaning': (text) => splitIntoChunks(text).length,
  'words of a chunk': (text) => readWords(text.slice(0, 10_000)).length,
}

function merged(base: string, mine: string, theirs: string): string {
  return resolve(merge3(base, mine, theirs), base, mine, theirs, [])
}

const within = (text: string, words: string) => {
  const middle = text.length >> 1
  return text.slice(0, middle) + words + text.slice(middle)
}

/** Time of the processor, not of the clock: the machine may be at something else. Of three runs the shortest. */
function shortestMs(job: () => unknown): number {
  let shortest = Infinity
  for (let run = 0; run < 3 && shortest > LONGEST_MS; run++) {
    const start = process.cpuUsage()
    job()
    shortest = Math.min(shortest, elapsedMs(start))
  }
  return shortest
}

test('the corpus has 300 texts or more', () => expect(hostileTexts.length).toBeGreaterThan(300))

test.each([...Object.entries(JOBS), ...Object.entries(IN_A_THREAD)])(
  '[H3] [M6] no text holds up a thread for more than 200 ms: %s',
  (name, job) => {
    const times = hostileTexts.map((hostile) => ({
      name: hostile.name,
      ms: Math.round(shortestMs(() => job(hostile.text))),
    }))
    const [longest] = times.toSorted((one, other) => other.ms - one.ms)
    console.info(`${name}: at most ${longest!.ms} ms (${longest!.name})`)
    const allowed = allowedMs()
    expect(times.filter(({ ms }) => ms > allowed)).toEqual([])
  },
)

const LONG = 5_000_000
const longTexts: readonly HostileText[] = [
  ...['>', '> ', '- ', '1. ', '|', '\\', '[', '`', 'a', ' '].map((part) => ({
    name: `a line of five megabytes of ${JSON.stringify(part)}`,
    text: `${part.repeat(LONG / part.length)}x`,
  })),
  { name: 'two million lines', text: 'a\n'.repeat(LONG / 2) },
  { name: 'code of five megabytes', text: `\`\`\`\n${'a b\n'.repeat(LONG / 4)}` },
  { name: 'a paragraph of five megabytes', text: 'A sentence here. '.repeat(LONG / 17) },
  { name: 'a list of five megabytes', text: '- an item of it\n'.repeat(LONG / 16) },
]

test.each(Object.entries(JOBS))(
  '[M6] no expression runs out of stack on a text of megabytes: %s',
  (_, job) => {
    for (const { text } of longTexts.slice(0, 5)) expect(() => job(text)).not.toThrow()
  },
)

test.each(longTexts)('[M6] indexing rests within 200 ms, however long the text: $name', ({ text }) => {
  const longest = Math.min(...[1, 2, 3].map(() => longestStepMs(readChunks(text))))
  console.info(`at most ${Math.round(longest)} ms`)
  expect(longest).toBeLessThan(allowedMs())
})

/** Time of the processor between two places to pause. */
function longestStepMs(steps: Generator): number {
  let longest = 0
  for (let isDone: boolean | undefined; !isDone;) {
    const start = process.cpuUsage()
    isDone = steps.next().done
    longest = Math.max(longest, elapsedMs(start))
  }
  return longest
}
