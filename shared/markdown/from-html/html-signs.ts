import { defaultHandlers, type Handle } from 'mdast-util-to-markdown'

/** What CommonMark would read as one character. */
const ENTITY = /^(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{0,40});/
/** An address that may stand between angle brackets. */
const ADDRESS = /^https?:\/\/[^\s<>]+$/

/** The library escapes each `&` before a letter; only one that begins an entity needs that. */
const plainSigns = (markdown: string): string =>
  markdown.replace(/\\([\s\S])/g, (pair, sign: string, at: number) =>
    sign === '&' && !ENTITY.test(markdown.slice(at + 2, at + 50)) ? '&' : pair,
  )

export const text: Handle = (node, parent, state, info) =>
  plainSigns(defaultHandlers.text(node, parent, state, info))

/** An address that is its own words stands alone, with all signs as they are. */
export const link: Handle = Object.assign(
  ((node, parent, state, info) => {
    const [words, ...others] = node.children
    if (words?.type === 'text' && others.length === 0 && words.value === node.url && ADDRESS.test(node.url))
      return `<${node.url}>`
    const markdown = defaultHandlers.link(node, parent, state, info)
    // In code the sign before a `&` is the writer's.
    return markdown.includes('`') ? markdown : plainSigns(markdown)
  }) satisfies Handle,
  { peek: defaultHandlers.link.peek },
)
