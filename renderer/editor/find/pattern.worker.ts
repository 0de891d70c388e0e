/** What is asked: whether a pattern comes to an end over a text. */
export interface PatternQuestion {
  readonly id: number
  readonly source: string
  readonly isCaseSensitive: boolean
  readonly text: string
}

/** That it is being tried from now on, and that it has come to an end, which never comes where it does not. */
export interface PatternAnswer {
  readonly id: number
  readonly isDone: boolean
}

/** The worker's side of its port; the window's types know no other. */
const port = globalThis as unknown as {
  addEventListener(name: 'message', heard: (event: MessageEvent<PatternQuestion>) => void): void
  postMessage(answer: PatternAnswer): void
}

/** As the editor reads them, line by line, unless the pattern may go beyond a line. */
const BEYOND_A_LINE = /\\[sWDnr]|\n|\r|\[\^/

port.addEventListener('message', ({ data: { id, source, isCaseSensitive, text } }) => {
  port.postMessage({ id, isDone: false })
  const pattern = new RegExp(source, isCaseSensitive ? 'gmu' : 'gimu')
  const parts = BEYOND_A_LINE.test(source) ? [text] : text.split('\n')
  for (const part of parts) for (const match of part.matchAll(pattern)) void match
  port.postMessage({ id, isDone: true })
})
