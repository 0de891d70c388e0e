import type { Target } from './references'

/** The queries of a part of a text to the whole. Numbers and ids depend on earlier queries. */
export interface Whole {
  /** The target that is defined for the key of a label. */
  readonly targetOfLabel: (key: string) => Target | undefined
  /** Counts a reference to the footnote of a key; `undefined` where there is no such footnote. */
  readonly refer: (key: string) => { readonly number: number; readonly occurrence: number } | undefined
  /** The id of a heading with these words, unique among all earlier ones. */
  readonly idOf: (words: string) => string
}

interface Asked {
  readonly question: keyof Whole
  readonly of: string
  readonly answer: unknown
}

/** Reads once, and again only when a query to the whole text would now have another answer. */
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
    // Up to the differing answer the same queries are made again: they were counted, and are not counted twice.
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
