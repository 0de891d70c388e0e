import { parentPort } from 'node:worker_threads'
import { convert } from './convert'
import { whyLeft } from '../listed'
import type { ConvertAnswer, ConvertRequest } from './converter'

const answer = (given: ConvertAnswer): void => parentPort?.postMessage(given)

parentPort?.on('message', ({ name, bytes, pictureFolder }: ConvertRequest) => {
  convert(name, bytes, pictureFolder).then(
    (converted) => answer({ kind: 'converted', converted }),
    (error: unknown) =>
      answer({
        kind: 'refused',
        message: whyLeft(error),
      }),
  )
})
