import type { AddedFile } from '../../shared/ipc/ipc-files'
import type { Problem } from '../../shared/problem'
import { PASTED_BYTES_MAX } from '../../shared/terms'
import type { Client } from '../bridge/bridge'

/**
 * Passes a pasted or dropped file to main, which has stored the file when the promise resolves. `undefined`: the file
 * was refused, and the error was shown.
 */
export async function takeFile(
  client: Client,
  file: File,
  failed: (problem: Problem) => void,
): Promise<AddedFile | undefined> {
  if (file.size > PASTED_BYTES_MAX) {
    failed({
      code: 'too-large',
      message: `“${file.name}” is larger than 64 MB. “Attach files…” takes it from the disk.`,
    })
    return undefined
  }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined) {
    failed({
      code: 'not-allowed',
      message: `“${file.name}” cannot be read; a folder is imported instead.`,
    })
    return undefined
  }
  const name = file.name === '' ? 'Image' : file.name.slice(-255)
  const result = await client.call('file.add', { name, bytes: new Uint8Array(bytes) })
  if (result.ok) return result.value
  failed(result.problem)
  return undefined
}
