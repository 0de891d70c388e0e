import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  BOOK_COVERS,
  EXPORT_FORMATS,
  PAPER_MARGINS,
  PAPER_SIZES,
  type BookCover,
  type ExportFormat,
  type HtmlShape,
  type PaperMargins,
  type PaperSize,
} from '../../../shared/export-forms'

/** The options of `stet --export`; paths are absolute. They pass from one process to another as JSON. */
export interface ExportAsked {
  readonly documents: readonly string[]
  readonly folder?: string
  readonly tag?: string
  readonly search?: string
  readonly savedSearch?: string
  /** The library by the name that the window shows; the one that was on screen last where absent. */
  readonly library?: string
  readonly format: ExportFormat
  readonly paper: PaperSize
  /** A Word document from which styles are taken. */
  readonly styles?: string
  /** For formats with pages. */
  readonly margins?: PaperMargins
  /** For PDF. */
  readonly hyphenates?: boolean
  /** For EPUB. */
  readonly cover?: BookCover
  /** The picture of a cover that is an image. */
  readonly coverImage?: string
  /** For HTML. */
  readonly shape?: HtmlShape
  /** A file, or an existing folder, in which the file gets the name that the dialog would suggest. */
  readonly target: string
}

/** The output and exit code of the process: 0 written, 1 not written, 2 wrong arguments. */
export interface ExportOutcome {
  readonly code: 0 | 1 | 2
  /** For standard output. */
  readonly said: string
  /** For standard error: sentences. */
  readonly complaint: string
}

export type CommandLine =
  | { readonly kind: 'ask'; readonly asked: ExportAsked }
  | { readonly kind: 'end'; readonly outcome: ExportOutcome }

/** The covers that are named by a word; any other word is a file. */
const COVER_WORDS = BOOK_COVERS.filter((cover) => cover !== 'image')

export const USAGE = `stet --export WHAT --to TARGET [--format FORM] [--paper SIZE] [--library NAME]

Writes texts of a library as one file, as Export does in the window.

WHAT is one of:
  --document NAME       a document by its title, by its folders and title (Novel/Notes/Harbour), or by its id;
                        given several times, the documents in this order
  --folder PATH         the documents of a folder and of those in it, as a book with parts (Novel/Notes)
  --tag NAME            the documents with a tag
  --search WORDS        the documents whose title or text holds these words
  --saved-search NAME   what a saved search for words finds

  --to TARGET           the file, which is replaced whole, or a folder that is there
  --format FORM         docx, pdf, epub, html, md or txt; else by how TARGET ends
  --paper SIZE          ${PAPER_SIZES.join(', ')} (inches), for docx and pdf; else A4
  --styles FILE         a document of Word whose styles a docx has
  --margins WIDTH       ${PAPER_MARGINS.join(', ')}, for docx and pdf; else usual
  --no-hyphens          words of a pdf stay whole at the ends of lines
  --cover KIND          ${COVER_WORDS.join(', ')} or a FILE, for epub: its title and writers, the first picture in it,
                        or the picture of that file; else title
  --as-folder           html as a folder: the page, its style and its pictures
  --fragment            html without a page around it, for a content management system
  --library NAME        another library than the one that was on screen last
  --help                this text

It works while Stet runs and while it does not. The file is whole or not there. What does not come along is said on
standard error. Ends with 0 when the file is written, 1 when not, and 2 when these words are not understood.
`

const FORMATS: Readonly<Record<string, ExportFormat>> = {
  ...(Object.fromEntries(EXPORT_FORMATS.map((format) => [format, format])) as Record<string, ExportFormat>),
  md: 'markdown',
  txt: 'text',
  htm: 'html',
}

/** Arguments for Chromium and for debuggers, which are not ours. */
const NOT_OURS =
  /^--(?:no-sandbox|disable-|enable-|ozone-|headless|inspect|remote-debugging-|user-data-dir|force-)/

/** Reads the command line of an export; `undefined`: it asks for no export, and the app opens its window. */
export function readCommandLine(words: readonly string[], folder: string): CommandLine | undefined {
  const asksExport = words.includes('--export')
  if (!asksExport) return words.includes('--help') ? ended(0, USAGE) : undefined
  // A web page can make the system open a link followed by arguments, and a page must not write files.
  if (words.some((word) => /^stet:/i.test(word)))
    return ended(2, '', 'A link cannot be opened with --export.')
  if (words.includes('--help')) return ended(0, USAGE)
  try {
    return understood(words, folder)
  } catch (error) {
    return wrong((error as Error).message)
  }
}

function understood(words: readonly string[], folder: string): CommandLine {
  const one = { type: 'string' } as const
  const { values } = parseArgs({
    args: words.filter((word) => !NOT_OURS.test(word)),
    options: {
      export: { type: 'boolean' },
      document: { type: 'string', multiple: true },
      folder: one,
      tag: one,
      search: one,
      'saved-search': one,
      library: one,
      to: one,
      format: one,
      paper: one,
      styles: one,
      margins: one,
      cover: one,
      'no-hyphens': { type: 'boolean' },
      fragment: { type: 'boolean' },
      'as-folder': { type: 'boolean' },
    },
  })
  const {
    document: documents = [],
    folder: within,
    tag,
    search,
    'saved-search': saved,
    library,
    to,
    styles,
  } = values
  const named = [within, tag, search, saved].filter((what) => what !== undefined).length
  if (named + (documents.length > 0 ? 1 : 0) !== 1)
    return wrong('Say once what is to be exported: --document, --folder, --tag, --search or --saved-search.')
  if (to === undefined || to === '') return wrong('Say with --to where the file goes.')
  const ending = values.format ?? (values['as-folder'] === true ? 'html' : path.extname(to).slice(1))
  const format = FORMATS[ending.toLowerCase()]
  if (format === undefined)
    return wrong(
      ending === ''
        ? 'Use --format to choose docx, pdf, epub, html, md or txt.'
        : `“${ending}” is not an export format. The formats are docx, pdf, epub, html, md and txt.`,
    )
  const paper = PAPER_SIZES.find((size) => size.toLowerCase() === (values.paper ?? 'A4').toLowerCase())
  if (paper === undefined)
    return wrong(`“${values.paper ?? ''}” is no paper. There are ${PAPER_SIZES.join(', ')}.`)
  if (styles !== undefined && format !== 'docx')
    return wrong('Only docx takes the styles of a Word document.')
  const looks = looksOf(values, format, folder)
  if (typeof looks === 'string') return wrong(looks)
  const asked: ExportAsked = {
    documents,
    ...(within !== undefined && { folder: within }),
    ...(tag !== undefined && { tag }),
    ...(search !== undefined && { search }),
    ...(saved !== undefined && { savedSearch: saved }),
    ...(library !== undefined && { library }),
    ...looks,
    ...(styles !== undefined && { styles: path.resolve(folder, styles) }),
    format,
    paper,
    target: path.resolve(folder, to),
  }
  return { kind: 'ask', asked }
}

interface LookWords {
  readonly margins?: string | undefined
  readonly cover?: string | undefined
  readonly 'no-hyphens'?: boolean | undefined
  readonly fragment?: boolean | undefined
  readonly 'as-folder'?: boolean | undefined
}

/** The layout options of one format, or a sentence where they are wrong. */
function looksOf(
  words: LookWords,
  format: ExportFormat,
  folder: string,
): string | Pick<ExportAsked, 'margins' | 'hyphenates' | 'cover' | 'coverImage' | 'shape'> {
  if (words.margins !== undefined && format !== 'pdf' && format !== 'docx')
    return 'Only docx and pdf have margins.'
  if (words['no-hyphens'] === true && format !== 'pdf') return 'Only pdf is hyphenated.'
  if (words.cover !== undefined && format !== 'epub') return 'Only an epub has a cover.'
  const isFolder = words['as-folder'] === true
  if (words.fragment === true && format !== 'html') return 'Only html can be a fragment.'
  if (isFolder && format !== 'html') return 'Only html can be a folder.'
  if (isFolder && words.fragment === true) return 'A fragment cannot be a folder.'
  const margins = PAPER_MARGINS.find((known) => known === words.margins)
  const cover = COVER_WORDS.find((known) => known === words.cover)
  if (words.margins !== undefined && margins === undefined)
    return `“${words.margins}” are no margins. There are ${PAPER_MARGINS.join(', ')}.`
  return {
    ...(margins !== undefined && { margins }),
    ...(words['no-hyphens'] === true && { hyphenates: false }),
    ...(words.cover !== undefined && (cover === undefined ? imageAt(words.cover, folder) : { cover })),
    ...(words.fragment === true && { shape: 'fragment' }),
    ...(isFolder && { shape: 'folder' }),
  }
}

const imageAt = (file: string, folder: string) => ({
  ...{ cover: 'image' as const, coverImage: path.resolve(folder, file) },
})

const ended = (code: ExportOutcome['code'], said: string, complaint = ''): CommandLine => ({
  kind: 'end',
  outcome: { code, said, complaint: complaint === '' ? '' : `${complaint}\n` },
})

const wrong = (sentence: string): CommandLine => ended(2, '', `${sentence} See stet --export --help.`)

export const failed = (complaint: string): ExportOutcome => ({
  code: 1,
  said: '',
  complaint: `${complaint}\n`,
})
