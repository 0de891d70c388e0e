import { defaultHandlers, type Handle, type Options } from 'mdast-util-to-markdown'

/** A sequence that CommonMark would read as an entity. */
const ENTITY = /^(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{0,40});/
/** Signs that the app reads beyond those of the library: a highlight, a superscript and a definition. */
export const UNSAFE: Options['unsafe'] = [
  { character: '=', after: '=[^\\s=]', inConstruct: 'phrasing' },
  { character: '^', after: '(?=[^\\s^]{1,100}\\^)', inConstruct: 'phrasing' },
  { character: ':', after: '[ \\t]', atBreak: true },
]

/** An address that may be written between angle brackets. */
const ADDRESS = /^https?:\/\/[^\s<>]+$/

/**
 * Removes needless escapes: the library escapes each `&` before a letter, but only one that begins an entity needs it.
 */
const plainSigns = (markdown: string): string =>
  markdown.replace(/\\([\s\S])/g, (pair, sign: string, at: number) =>
    sign === '&' && !ENTITY.test(markdown.slice(at + 2, at + 50)) ? '&' : pair,
  )

export const text: Handle = (node, parent, state, info) =>
  plainSigns(defaultHandlers.text(node, parent, state, info))

/** Writes an address that is its own link text as a bare address, with all characters unchanged. */
export const link: Handle = Object.assign(
  ((node, parent, state, info) => {
    const [words, ...others] = node.children
    if (words?.type === 'text' && others.length === 0 && words.value === node.url && ADDRESS.test(node.url))
      return `<${node.url}>`
    const markdown = defaultHandlers.link(node, parent, state, info)
    // In code a backslash before `&` is the writer's own.
    return markdown.includes('`') ? markdown : plainSigns(markdown)
  }) satisfies Handle,
  { peek: defaultHandlers.link.peek },
)
