import fs from 'node:fs'

/** The file is whole at any moment: written beside, flushed, then renamed over. */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`
  const handle = fs.openSync(beside, 'w', 0o600)
  try {
    fs.writeFileSync(handle, text)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  fs.renameSync(beside, file)
}
