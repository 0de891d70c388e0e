import fs from 'node:fs'
import path from 'node:path'
import { freshFolder, removeFolder } from '../paths'
import { saidBy } from './other-readers'
import { htmlWords } from './words'

export interface OfficeText {
  /** The words of the document, with the notes at the end. */
  readonly words: string
  /** The headings with their outline levels, such as "2 The words". */
  readonly headings: readonly string[]
}

/** The content that LibreOffice reads from Word documents, by file name. */
export async function officeTexts(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, OfficeText>> {
  const folder = freshFolder('office')
  try {
    const sources = [...files].map(([name, bytes]) => {
      const file = path.join(folder, `${name}.docx`)
      fs.writeFileSync(file, bytes)
      return file
    })
    const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
    const words = ['--headless', profile, '--convert-to', 'fodt', '--outdir', folder, ...sources]
    await saidBy('soffice', ...words)
    return new Map([...files.keys()].map((name) => [name, textOf(path.join(folder, `${name}.fodt`))]))
  } finally {
    removeFolder(folder)
  }
}

function textOf(file: string): OfficeText {
  const whole = fs.readFileSync(file, 'utf8')
  const text = whole.slice(whole.indexOf('<office:text'), whole.indexOf('</office:text>'))
  const notes: string[] = []
  const body = text
    .replace(/<office:binary-data>[^]*?<\/office:binary-data>/g, '')
    .replace(/<draw:object[^]*?<\/draw:object>/g, ' ')
    .replace(/<svg:(title|desc)>[^]*?<\/svg:\1>/g, '')
    .replace(/<(text:(?:s|tab|line-break|soft-page-break))(?: [^>]*)?\/>/g, ' ')
    .replace(/<([a-z]+:[a-z-]+)((?: [^>]*)?)\/>/g, '<$1$2></$1>')
    .replace(/<text:note-body>([^]*?)<\/text:note-body>/g, (_whole, note: string) => {
      notes.push(note)
      return ''
    })
  const headings = [...body.matchAll(/<text:h [^>]*text:outline-level="(\d+)"[^>]*>([^]*?)<\/text:h>/g)]
  return {
    words: wordsOf(body + notes.join('')),
    headings: headings.map(([, level, said = '']) => `${level} ${wordsOf(said).replace(/\s+/g, ' ').trim()}`),
  }
}

/** Elements inside a line are not separated by white space, while paragraphs are. */
const wordsOf = (xml: string): string =>
  htmlWords(
    xml.replace(/<(\/?)text:span\b/g, '<$1span').replace(/<(\/?)text:(?:bookmark[a-z-]*|a)\b/g, '<$1span'),
  )
