import { parentPort } from 'node:worker_threads'
import { AppError } from '../../../shared/problem'
import { convert } from './convert'
import type { ConvertAnswer, ConvertRequest } from './converter'

const answer = (given: ConvertAnswer): void => parentPort?.postMessage(given)

parentPort?.on('message', ({ name, bytes, pictureFolder }: ConvertRequest) => {
  convert(name, bytes, pictureFolder).then(
    (converted) => answer({ kind: 'converted', converted }),
    (error: unknown) =>
      answer({
        kind: 'refused',
        message: error instanceof AppError ? error.problem.message : 'It cannot be read.',
      }),
  )
})
