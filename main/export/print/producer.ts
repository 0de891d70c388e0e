const BEFORE = '/Creator ('
/** The name is among the first objects of the file. */
const WITHIN = 4_096

/**
 * The PDF with the name of the program that made it, in place of the full name of Chromium's browser. The new name is
 * padded with spaces to the old length, so that every offset in the table at the end stays valid. A PDF in another form
 * is not changed.
 */
export function withProducer(program: string, pdf: Uint8Array): Uint8Array {
  const head = Buffer.from(pdf.subarray(0, WITHIN)).toString('latin1')
  const old = /\/Creator \((?:[^()\\]|\\.)*\)/.exec(head)
  const name = `${BEFORE}${program})`
  if (old === null || old[0].length < name.length) return pdf
  const named = pdf.slice()
  named.set(Buffer.from(name.padEnd(old[0].length), 'latin1'), old.index)
  return named
}
