const BEFORE = '/Creator ('
/** It stands among the first objects. */
const WITHIN = 4_096

/**
 * The PDF with the name of the program that made it; Chromium gives the whole name of its browser. The new name has the length
 * of the old one, filled up with spaces behind it, so that everything else stays where the table at the end says. A PDF that
 * is written in another way stays as it is.
 */
export function madeBy(program: string, pdf: Uint8Array): Uint8Array {
  const head = Buffer.from(pdf.subarray(0, WITHIN)).toString('latin1')
  const old = /\/Creator \((?:[^()\\]|\\.)*\)/.exec(head)
  const name = `${BEFORE}${program})`
  if (old === null || old[0].length < name.length) return pdf
  const named = pdf.slice()
  named.set(Buffer.from(name.padEnd(old[0].length), 'latin1'), old.index)
  return named
}
