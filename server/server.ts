import { AppError } from '../shared/problem'
import { USAGE, readCommand } from './cli/command-line'
import { runCommand } from './cli/cli-commands'
import { serve } from './cli/serve'

/** Provided by Electron to a utility process; absent when the service runs alone. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
}
const parentPort = (process as { parentPort?: ParentPort }).parentPort

/** A message to main, which has started the service. */
type Message =
  | {
      readonly kind: 'ready'
      readonly url: string
      readonly key: string | null
      /**
       * Present where its library was damaged: how many documents could be read, and the present name of the old file.
       */
      readonly recovered?: { readonly aside: string; readonly documents: number }
    }
  | { readonly kind: 'failed'; readonly problem: string }

const tell = (message: Message) => parentPort?.postMessage(message)

async function run(): Promise<void> {
  // All files, including databases and backups, are private to the owner of the process.
  process.umask(0o077)
  const command = readCommand(
    process.argv.slice(2).concat(parentPort ? ['--port', '0', '--host', '127.0.0.1'] : []),
  )
  if (command.kind === 'help') return void process.stdout.write(`${USAGE}\n`)
  if (command.kind !== 'serve') return runCommand(command, (line) => void process.stdout.write(`${line}\n`))

  const { url, key, recovered, stop } = await serve(command, parentPort ? 'app' : 'first start')
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  parentPort?.on('message', ({ data }) => {
    if (typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'stop') end()
  })
  if (parentPort) tell({ kind: 'ready', url, key, ...(recovered && { recovered }) })
  else process.stdout.write(`${JSON.stringify({ url, key })}\n`)
}

/** Fails with one sentence and a non-zero exit code; the message to main needs a moment to be sent. */
function fail(error: unknown): void {
  const sentence = error instanceof AppError ? error.message : `The service failed: ${String(error)}`
  if (!(error instanceof AppError)) console.error(error)
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
  if (parentPort) {
    tell({ kind: 'failed', problem: sentence })
    setTimeout(() => process.exit(1), 200)
  }
}

run().catch(fail)
