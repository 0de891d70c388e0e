import { diffWords } from '../../shared/text/words/diff-words'
import { diffInSteps, type DiffAnswer, type DiffQuestion } from './diff-steps'

/** The worker's side of its port, which the types of a window do not describe. */
const port = globalThis as unknown as {
  addEventListener(name: 'message', heard: (event: MessageEvent<DiffQuestion>) => void): void
  postMessage(answer: DiffAnswer): void
}

port.addEventListener('message', ({ data }) => {
  for (const step of diffInSteps(data, diffWords)) port.postMessage(step)
})
