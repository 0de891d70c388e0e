import { excerptOf } from '../shared/text/excerpt'
import { titleFromText } from '../main/documents/core/record'
import { targetsIn, unlinked } from '../shared/text/file-links'
import { readFrontMatter, writeFrontMatter } from '../main/porting/front-matter'
import { hyphenatedTree } from '../main/export/language/hyphenation'
import { readPatterns } from '../main/export/language/patterns'
import { inlineTags } from '../main/porting/links'
import { changeLinks } from '../shared/markdown/change-links'
import { contentKey } from '../main/documents/retention/content-key'
import { paragraphQueryOf } from '../main/search/paragraph-query'
import { insertLink } from '../main/search/insert-link'
import { withoutLinks } from '../main/search/title-matcher'
import { passageOf } from '../main/search/passages'
import { indexed } from '../main/search/query'
import { foldedAlike } from '../shared/text/words/word-query'
import { splitIntoChunks } from '../server/search/chunk'
import { readWords } from '../server/search/tokenizer'
import { anchorIn } from '../shared/text/anchor'
import { diffWords } from '../shared/text/words/diff-words'
import { linksIn } from '../shared/markdown/links'
import { readDocument } from '../shared/markdown/tree/read-document'
import { pageBlocks } from '../renderer/reading/page-blocks'
import { merge3 } from '../shared/merge3'
import { resolve } from '../shared/testing/resolve'
import { sameNormalForm } from '../shared/text/normal-form'
import { applyChanges, textChanges } from '../shared/text/text-change'

/** The work that main or a window does with a text in one turn. */
export const JOBS_OF_A_WINDOW_OR_MAIN: Readonly<Record<string, (text: string) => unknown>> = {
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
  'document tree': (text) => readDocument(text),
  import: (text) => [readFrontMatter(text), inlineTags(text), contentKey('', text)],
  export: (text) => writeFrontMatter({ title: text.slice(0, 100) }, text),
  'words of a search': (text) => indexed(text),
  'a passage of a search': (text) => passageOf(text, foldedAlike(text), /x|a/gu),
  'a related passage': (text) => paragraphQueryOf(text.slice(0, 5_000)),
  'mentions of a title': (text) => [
    withoutLinks(text),
    insertLink(text, 'a', { quote: text.slice(0, 200), start: 0, before: '', after: '', unchanged: true }),
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

const partsOf = (await readPatterns('en')) ?? (() => [])

/** The work that separate threads do in slices. */
export const JOBS_OF_A_THREAD: Readonly<Record<string, (text: string) => unknown>> = {
  'chunks of a search by meaning': (text) => splitIntoChunks(text).length,
  'page of the reading view': (text) => pageBlocks(text),
  'words parted for paper': (text) => hyphenatedTree(readDocument(text), partsOf),
  'words of a chunk': (text) => readWords(text.slice(0, 10_000)).length,
}

function merged(base: string, mine: string, theirs: string): string {
  return resolve(merge3({ base, mine, theirs }), { base, mine, theirs }, [])
}

const within = (text: string, words: string) => {
  const middle = text.length >> 1
  return text.slice(0, middle) + words + text.slice(middle)
}
