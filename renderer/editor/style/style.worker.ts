import { styleHints, type StyleAsk, type StyleHint } from './hints'

export interface StyleQuestion extends StyleAsk {
  readonly id: number
}

export interface StyleAnswer {
  readonly id: number
  readonly hints: readonly StyleHint[]
}

/** The worker's side of its port, which the types of a window do not describe. */
const port = globalThis as unknown as {
  addEventListener(name: 'message', heard: (event: MessageEvent<StyleQuestion>) => void): void
  postMessage(answer: StyleAnswer): void
}

port.addEventListener('message', ({ data }) => port.postMessage({ id: data.id, hints: styleHints(data) }))
