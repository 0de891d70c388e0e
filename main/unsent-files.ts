import fs from 'node:fs'
import path from 'node:path'

/** Writes each text as a markdown file into the folder, beside what is there; answers how many were written. */
export function writeUnsent(
  folder: string,
  texts: readonly { readonly title: string; readonly text: string }[],
): number {
  for (const { title, text } of texts) {
    const name = fileNameOf(title)
    for (let count = 1; ; count++) {
      const file = path.join(folder, count === 1 ? `${name}.md` : `${name} ${count}.md`)
      try {
        fs.writeFileSync(file, text, { flag: 'wx' })
        break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
  }
  return texts.length
}

/** A title as the name of a file on any system: no separators or control characters, no dots in front, not too long. */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize('NFC')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[.]+|[. ]+$/g, '')
  const short = [...plain].slice(0, 80).join('').trim()
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(short)
  return short === '' ? 'Untitled' : isReserved ? `${short}_` : short
}
