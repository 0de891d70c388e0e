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

/** A longer line is shown as source, because every rendered mark needs several elements. */
const MARKED_LINE_MAX = 20_000

/** Markdown with tables, task lists, strikethrough and front matter; code blocks load their language on demand. */
export function markdownSupport(): Extension {
  // Without CodeMirror's support, which closes HTML tags: a writer who types the closing tag would have it twice.
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
