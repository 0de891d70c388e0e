/** The question whether a pattern ends on a text. */
export interface PatternQuestion {
  readonly id: number
  readonly source: string
  readonly isCaseSensitive: boolean
  readonly text: string
}

/** The answer that the pattern is being tried, or that it has ended, which may never come. */
export interface PatternAnswer {
  readonly id: number
  readonly isDone: boolean
}

/** The worker's side of its port, which the types of a window do not describe. */
const port = globalThis as unknown as {
  addEventListener(name: 'message', heard: (event: MessageEvent<PatternQuestion>) => void): void
  postMessage(answer: PatternAnswer): void
}

/** Matches patterns that may extend beyond a line; all others are tried line by line, as the editor does. */
const BEYOND_A_LINE = /\\[sWDnr]|\n|\r|\[\^/

port.addEventListener('message', ({ data: { id, source, isCaseSensitive, text } }) => {
  port.postMessage({ id, isDone: false })
  const pattern = new RegExp(source, isCaseSensitive ? 'gmu' : 'gimu')
  const parts = BEYOND_A_LINE.test(source) ? [text] : text.split('\n')
  for (const part of parts) for (const match of part.matchAll(pattern)) void match
  port.postMessage({ id, isDone: true })
})
