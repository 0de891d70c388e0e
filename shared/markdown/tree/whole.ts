import type { Target } from './references'

/** What a part of a text asks the rest of it. Numbers and ids depend on what was asked before. */
export interface Whole {
  /** What defines a label, by its key. */
  readonly targetOfLabel: (key: string) => Target | undefined
  /** Counts a reference to the footnote of a key; `undefined` where no footnote has it. */
  readonly refer: (key: string) => { readonly number: number; readonly occurrence: number } | undefined
  /** The id of a heading of these words, unlike all before it. */
  readonly idOf: (words: string) => string
}

interface Asked {
  readonly question: keyof Whole
  readonly of: string
  readonly answer: unknown
}

/** Reads once, and again only when something that was asked of the whole text has another answer by now. */
export function remembered<T>(read: (whole: Whole) => T): (whole: Whole) => T {
  let last: { readonly asked: readonly Asked[]; readonly result: T } | undefined
  return (whole) => {
    const asked: Asked[] = []
    const ask = (question: keyof Whole, of: string) => {
      const answer = whole[question](of)
      asked.push({ question, of, answer })
      return answer
    }
    const isSame = last?.asked.every(({ question, of, answer }) => isLike(ask(question, of), answer))
    if (last !== undefined && isSame === true) return last.result
    // Up to the other answer the same is asked again: it has been counted, and is not counted twice.
    const answered = asked.values()
    const again =
      <Q extends keyof Whole>(question: Q) =>
      (of: string) => {
        const { done, value } = answered.next()
        return (done === true ? ask(question, of) : value.answer) as ReturnType<Whole[Q]>
      }
    const result = read({
      targetOfLabel: again('targetOfLabel'),
      refer: again('refer'),
      idOf: again('idOf'),
    })
    last = { asked, result }
    return result
  }
}

const isLike = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
