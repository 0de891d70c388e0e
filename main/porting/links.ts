import { withoutCode } from '../../shared/markdown/code'
import { trimEndOf } from '../../shared/text/trim'
import { decoded } from '../../shared/text/decoded'

/**
 * The file that a relative link refers to, seen from a file in the same tree; `undefined` for other links and for
 * targets outside the tree.
 */
export function resolveRelative(from: string, target: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target) || target === '') return undefined
  const path = decoded(target.replace(/[?#].*$/s, ''))
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.length === 0 ? undefined : parts.join('/')
}

/** A relative link from one file to another in the same tree. */
export function relativeLink(from: string, to: string): string {
  const start = from.split('/').slice(0, -1)
  const end = to.split('/')
  let common = 0
  while (common < start.length && common < end.length - 1 && start[common] === end[common]) common++
  const up = start.slice(common).map(() => '..')
  return [...up, ...end.slice(common).map(encodeURIComponent)]
    .join('/')
    .replace(/[()]/g, (letter) => (letter === '(' ? '%28' : '%29'))
}

const TAG =
  /(?<![\p{L}\p{N}_/#&[(])#(?:(?<many>[\p{L}\p{N}_][\p{L}\p{N}_ /-]{0,60}?)#(?![\p{L}\p{N}])|(?<one>[\p{L}\p{N}_][\p{L}\p{N}_/-]{0,60}))/gu

/** Words with a `#` before them, as Obsidian and Bear write tags; numbers and headings do not count. */
export function inlineTags(text: string): readonly string[] {
  const prose = withoutCode(text).replace(/\]\([^()\n]*\)|https?:\S+/g, ' ')
  const tags = new Set<string>()
  for (const { groups } of prose.matchAll(TAG)) {
    const tag = trimEndOf(groups?.['many'] ?? groups?.['one'] ?? '', '/-')
    if (tag !== '' && !/^[\d/_-]+$/.test(tag)) tags.add(tag)
  }
  return [...tags]
}
