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
 * The extensions of our markdown beyond CommonMark and GitHub's, and its bounds. The editor adds these to CodeMirror's
 * markdown, which includes GitHub's, so that the editor and all other parsers agree.
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

/** Parses our full markdown as the editor does. Texts go through `readSections`, which bounds their lines. */
export const markdownParser = parser.configure([GFM, Subscript, Superscript, Emoji, ...EXTENSIONS])
