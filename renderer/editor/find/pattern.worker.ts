/** What is asked: whether a pattern comes to an end over a text. The answer is that it has; there is none where it does not. */
export interface PatternQuestion {
  readonly id: number
  readonly source: string
  readonly isCaseSensitive: boolean
  readonly text: string
}

export interface PatternAnswer {
  readonly id: number
}

/** The worker's side of its port; the window's types know no other. */
const port = globalThis as unknown as {
  addEventListener(name: 'message', heard: (event: MessageEvent<PatternQuestion>) => void): void
  postMessage(answer: PatternAnswer): void
}

/** As the editor reads them, line by line, unless the pattern may go beyond a line. */
const BEYOND_A_LINE = /\\[sWDnr]|\n|\r|\[\^/

port.addEventListener('message', ({ data: { id, source, isCaseSensitive, text } }) => {
  const pattern = new RegExp(source, isCaseSensitive ? 'gmu' : 'gimu')
  const parts = BEYOND_A_LINE.test(source) ? [text] : text.split('\n')
  for (const part of parts) for (const match of part.matchAll(pattern)) void match
  port.postMessage({ id })
})
