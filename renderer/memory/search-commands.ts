import { nameInLinks } from '../../shared/markdown/title-links'
import { sentenceAt } from '../../shared/text/anchor'
import { finderOf, foldedAlike, parseQuery } from '../../shared/text/words/word-query'
import type { Span } from '../../shared/text/span'
import { stripMarkdown } from '../../shared/markdown/strip-markdown'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import { refused, type HandlersOf, type MemoryCore } from './core'
import { listOf, type MemoryDocument } from './records'

/** Search over the library in memory: the words as they were typed, each text once. */
export function searchCommands(
  core: MemoryCore,
): HandlersOf<
  | 'search.words'
  | 'search.meaning'
  | 'search.related'
  | 'search.links'
  | 'search.chunk'
  | 'connection.fix-folder'
> {
  const { records } = core
  const find = (query: string, filter: Parameters<typeof listOf>[1], limit: number) => {
    const fixed = records.connection.fixedFolder
    if (fixed === '')
      throw refused(
        'not-allowed',
        'This connection searches one folder only, and that folder is missing. Choose it in the settings.',
      )
    const narrowed = fixed === undefined ? filter : { ...filter, folderId: fixed, status: 'published' }
    return listOf(records, { ...narrowed, text: query.trim() }, 'updated', true).slice(0, limit)
  }
  const whyAway = () => {
    const { state, abilities } = records.connection
    if (state === 'offline') return 'offline'
    return abilities['rag:read'] === 'no' ? 'this key may not search by meaning' : ''
  }
  const noticeOf = (away: string) => (away === '' ? {} : { notice: `On this device: ${away}` })
  return {
    'search.words': ({ query, filter, limit }) => {
      const { terms } = parseQuery(query)
      const finders = terms.flatMap((term) => finderOf({ terms: [term] }) ?? [])
      const [first] = finders
      if (first === undefined) return { hits: [] }
      const hits = find('', filter, Infinity).flatMap((document): SearchHit[] => {
        const text = foldedAlike(document.text)
        if (finders.some((finder) => text.search(finder) < 0)) return []
        return [...text.matchAll(first)].map(({ index, 0: found }) =>
          hitAt(document, { from: index, to: index + found.length }, 'device'),
        )
      })
      return { hits: hits.slice(0, limit) }
    },
    'search.meaning': ({ query, filter, limit }) => {
      const found = query.trim() === '' ? [] : find(query, filter, limit)
      const away = whyAway()
      const origin = away === '' ? 'service' : 'device'
      return { hits: found.map((document) => hitOf(document, query, origin)), ...noticeOf(away) }
    },
    'search.related': ({ documentId, paragraph, limit }) => {
      const words = new Set(paragraph.toLowerCase().match(/\p{L}{6,}/gu))
      const { searchQuota: quota } = records.connection
      const isSparing = quota !== undefined && quota.remaining <= quota.limit / 2
      const away = whyAway() || (isSparing ? 'remaining searches are saved for you' : '')
      const hits = new Map<string, SearchHit>()
      for (const word of words)
        for (const document of find(word, {}, limit))
          if (document.id !== documentId && !hits.has(document.id))
            hits.set(document.id, hitOf(document, word, away === '' ? 'service' : 'device'))
      return { hits: [...hits.values()].slice(0, limit), ...noticeOf(away) }
    },
    'search.links': ({ id, limit }) => {
      const { title } = core.find(id)
      const named =
        title.trim() === '' ? [] : [...find(title, {}, limit), ...find(nameInLinks(title), {}, limit)]
      const naming = [...new Set(named)].filter((other) => other.id !== id)
      const link = `[[${nameInLinks(title)}`
      const isLinking = ({ text }: MemoryDocument) => text.toLowerCase().includes(link.toLowerCase())
      return {
        links: naming.filter(isLinking).map((document) => hitOf(document, link, 'device')),
        mentions: naming
          .filter((document) => !isLinking(document))
          .map((document) => hitOf(document, title, 'device')),
      }
    },
    'search.chunk': ({ documentId }) => ({ text: core.find(documentId).text, headingPath: [] }),
    'connection.fix-folder': ({ folderId }) => {
      const { fixedFolder: _before, ...rest } = records.connection
      records.connection = folderId === null ? rest : { ...rest, fixedFolder: folderId }
      core.emit('connection.changed', records.connection)
      return records.connection
    },
  }
}

function hitOf(document: MemoryDocument, query: string, origin: SearchHit['origin']): SearchHit {
  const wanted = query.trim().toLowerCase()
  const at = document.text.toLowerCase().indexOf(wanted)
  return hitAt(document, at < 0 ? { from: 0, to: 0 } : { from: at, to: at + wanted.length }, origin)
}

function excerptOf(passage: string, words: readonly Span[]): Pick<SearchHit, 'excerpt' | 'marks'> {
  const { text, marks } = stripMarkdown(passage.slice(0, 240), words)
  return { excerpt: text, marks }
}

function hitAt(document: MemoryDocument, place: Span, origin: SearchHit['origin']): SearchHit {
  const { text } = document
  const { from, to } = sentenceAt(text, place.from)
  const passage = text.slice(from, to)
  const words = place.to > place.from ? [{ from: place.from - from, to: Math.min(place.to, to) - from }] : []
  return {
    documentId: document.id,
    title: document.title,
    headingPath: [],
    ...excerptOf(passage, words),
    passage,
    start: from,
    before: text.slice(Math.max(0, from - 200), from),
    after: text.slice(to, to + 200),
    words,
    score: 1,
    origin,
    changed: false,
    unchanged: false,
    unsent: origin === 'service' && document.phase === 'queued',
    weak: false,
  }
}
