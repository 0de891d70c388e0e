import { useEffect, useMemo, useReducer, useState } from 'react'
import type { FoundWord } from '../editor/spelling/find-words'
import { isAmong, isUnknownLanguage } from '../editor/spelling/speller'
import { useApp } from '../state/context'
import { useSettings } from '../state/queries'
import type { Session } from '../state/sessions'
import { useSessionPart } from './use-session'

/** The misspelt words of a title, by the dictionaries of its text and without the words ignored in its document. */
export function useTitleSpelling(session: Session, title: string): readonly FoundWord[] {
  const { id } = session
  const own = useSessionPart(session, ({ language }) => language)
  const { client, speller } = useApp()
  const isOn = useSettings().data?.spelling === true
  const [, heard] = useReducer((count: number) => count + 1, 0)
  const [ignored, setIgnored] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => (isOn ? speller.listen(heard) : undefined), [speller, isOn])
  useEffect(() => {
    void client.call('spelling.ignored', { id }).then((known) => known.ok && setIgnored(new Set(known.value)))
    return client.listen('spelling.ignored-changed', (next) => {
      if (next.id === id) setIgnored(new Set(next.words))
    })
  }, [client, id])

  const languages = isOn && !isUnknownLanguage(speller, own) ? speller.languages().join() : ''
  // oxlint-disable-next-line react/exhaustive-deps -- the speller finds other words with other languages
  const words = useMemo(() => (languages === '' ? [] : speller.find(title, 0)), [speller, title, languages])
  useEffect(() => {
    const unknown = words.map(({ word }) => word).filter((word) => speller.isRight(word) === undefined)
    if (unknown.length > 0) void speller.ask(unknown)
  }, [speller, words])
  return words.filter(({ word }) => speller.isRight(word) === false && !isAmong(ignored, word))
}
