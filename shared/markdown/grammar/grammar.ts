import { Emoji, GFM, parser, Subscript, Superscript, type MarkdownConfig } from '@lezer/markdown'
import { boundedLevels, boundedParagraphs } from './bounds'
import { callouts } from './callouts'
import { definitions } from './definitions'
import { footnotes } from './footnotes'
import { frontMatter } from './front-matter'
import { imageWidth } from './image-width'
import { highlight } from './highlight'
import { math } from './math'
import { nestedBrackets } from './nested-brackets'
import { plainWords } from './plain-words'
import { wikiLinks } from './wiki-links'

/**
 * What our markdown has beyond CommonMark and GitHub's, and its bounds. The editor adds these to the markdown of
 * CodeMirror, which has GitHub's; so what is drawn and what is read elsewhere is the same.
 */
export const EXTENSIONS: readonly MarkdownConfig[] = [
  frontMatter,
  boundedLevels,
  callouts,
  footnotes,
  definitions,
  wikiLinks,
  nestedBrackets,
  imageWidth,
  math,
  highlight,
  boundedParagraphs,
  plainWords,
]

/** Parses all of our markdown as the editor does. Texts go through `readSections`, which bounds their lines. */
export const markdownParser = parser.configure([GFM, Subscript, Superscript, Emoji, ...EXTENSIONS])
