import { markdown, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown'
import type { Extension } from '@codemirror/state'
import { boundedLines } from '../../../shared/markdown/grammar/bounds'
import { EXTENSIONS } from '../../../shared/markdown/grammar/grammar'
import { codeColours } from './code-colours'
import { codeLanguage } from './code-language'
import { continuing } from './continuing'
import { PROSE_PAIRS } from '../input/pairs'
import { pastedAddress } from './link-mark'
import { parseAhead } from './parse-ahead'
import { inSections } from '../../../shared/markdown/grammar/sections'

/** A line of more characters is shown as its source: every mark on screen takes elements of its own. */
const MARKED_LINE_MAX = 20_000

/** Markdown with tables, task lists, strike-through and front matter; code blocks load their language when met. */
export function markdownSupport(): Extension {
  // Without its support: that closes tags of HTML, which a writer who types the closing tag then has twice.
  const { language } = markdown({
    base: markdownLanguage,
    codeLanguages: (info) => codeLanguage(info) ?? null,
    extensions: [...EXTENSIONS, boundedLines(MARKED_LINE_MAX)],
    completeHTMLTags: false,
    addKeymap: false,
  })
  language.parser = inSections(language.parser)
  return [
    language,
    pasteURLAsLink,
    pastedAddress,
    language.data.of(PROSE_PAIRS),
    parseAhead,
    codeColours,
    continuing(),
  ]
}
