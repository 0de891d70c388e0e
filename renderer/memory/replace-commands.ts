import { codeIn } from '../../shared/markdown/code'
import { refused, type HandlersOf, type MemoryCore } from './core'
import { listOf } from './records'

/** Replacing over the library in memory: the words as they are, in any case unless asked otherwise. */
export function replaceCommands(
  core: MemoryCore,
): HandlersOf<
  'replace.preview' | 'replace.apply' | 'replace.link' | 'replace.cancel' | 'replace.last' | 'replace.undo'
> {
  const { records } = core
  interface Batch {
    readonly places: number
    readonly isOfLinks: boolean
    readonly changed: ReadonlyMap<string, { readonly before: string; readonly after: string }>
  }
  const done = new Map<string, Batch>()
  return {
    'replace.preview': ({ find, replace, matchCase, regexp, outsideCode, filter }) => {
      const literal = find.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
      const expression = new RegExp(regexp ? find : literal, matchCase ? 'gmu' : 'gimu')
      const documents = listOf(records, filter, 'updated', true).flatMap(({ id, title, text }) => {
        const code = outsideCode === true ? codeIn(text) : []
        const isCode = (at: number) => code.some(({ from, to }) => from <= at && at < to)
        const matches = [...text.matchAll(expression)].filter(({ index }) => !isCode(index))
        const hits = matches.map(({ index: from, 0: found }) => {
          const to = from + found.length
          return {
            ...{ from, to, found, replacement: replace },
            before:
              text
                .slice(Math.max(0, from - 40), from)
                .split('\n')
                .at(-1) ?? '',
            after: text.slice(to, to + 40).split('\n')[0] ?? '',
          }
        })
        return hits.length === 0 ? [] : [{ documentId: id, title, hits }]
      })
      return { documents, more: false }
    },
    'replace.apply': ({ documents, isOfLinks = false }) => {
      const changed = new Map<string, { before: string; after: string }>()
      let places = 0
      for (const { documentId, hits } of documents) {
        const document = core.find(documentId)
        const before = document.text
        let after = before
        for (const { from, to, replacement } of hits.toSorted((a, b) => b.from - a.from))
          after = after.slice(0, from) + replacement + after.slice(to)
        core.replaceText(document, after)
        core.touch(document)
        changed.set(documentId, { before, after })
        places += hits.length
      }
      const id = crypto.randomUUID()
      done.set(id, { places, changed, isOfLinks })
      core.libraryChanged()
      return { id, places, documents: changed.size, skipped: 0 }
    },
    'replace.link': ({ documentId, targetId, passage }) => {
      const document = core.find(documentId)
      const before = document.text
      const sentence = before.indexOf(passage)
      const { title } = core.find(targetId)
      const at = sentence < 0 ? -1 : before.toLowerCase().indexOf(title.toLowerCase(), sentence)
      if (at < 0)
        throw refused(
          'not-allowed',
          'The text has changed since; there is no such mention in this sentence any more.',
        )
      const end = at + title.length
      const after = `${before.slice(0, at)}[[${before.slice(at, end)}]]${before.slice(end)}`
      core.replaceText(document, after)
      core.touch(document)
      const id = crypto.randomUUID()
      done.set(id, { places: 1, isOfLinks: true, changed: new Map([[documentId, { before, after }]]) })
      core.libraryChanged()
      return { id }
    },
    'replace.cancel': () => undefined,
    'replace.last': () => {
      const [id, batch] = [...done].findLast(([, { isOfLinks }]) => !isOfLinks) ?? []
      if (id === undefined || batch === undefined) return null
      const isAsMade = [...batch.changed].some(([one, { after }]) => core.find(one).text === after)
      return isAsMade ? { id, places: batch.places, documents: batch.changed.size } : null
    },
    'replace.undo': ({ id }) => {
      const changed = done.get(id)?.changed
      if (changed === undefined) throw refused('not-found-here', 'This can no longer be undone as a whole.')
      const stayed: { id: string; title: string }[] = []
      for (const [documentId, { before, after }] of changed) {
        const document = core.find(documentId)
        if (document.text === after) core.replaceText(document, before)
        else stayed.push({ id: documentId, title: document.title })
      }
      done.delete(id)
      core.libraryChanged()
      return { documents: changed.size - stayed.length, stayed }
    },
  }
}
