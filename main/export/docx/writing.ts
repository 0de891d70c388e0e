import {
  BookmarkEnd,
  BookmarkStart,
  bookmarkUniqueNumericId,
  type IRunOptions,
  type ParagraphChild,
} from 'docx'
import type { Inline } from '../../../shared/markdown/tree/tree'
import type { EastAsian } from '../language/east-asian'
import type { OwnWords } from '../language/own-words'
import type { Picture, Pictures } from '../publication'
import type { Room } from './room'

export type Marks = Pick<
  IRunOptions,
  | 'language'
  | 'bold'
  | 'boldComplexScript'
  | 'italics'
  | 'italicsComplexScript'
  | 'underline'
  | 'strike'
  | 'highlight'
  | 'subScript'
  | 'superScript'
  | 'style'
  | 'noProof'
  | 'size'
  | 'sizeComplexScript'
  | 'emphasisMark'
>

/** The state of writing one Word document, chapter after chapter. */
export interface Writing {
  readonly pictures: Pictures
  /** The marks of all words: their language, where it differs from the document's. */
  readonly marks: Marks
  readonly words: OwnWords
  /** The language of Chinese characters where no other script beside them decides. */
  readonly eastAsian: EastAsian
  /** The room between the margins of a page, in twips. */
  readonly room: Room
  /** The bookmark of a link's target; `undefined`: the link leads out of the document. */
  bookmarkOf(link: Extract<Inline, { kind: 'link' | 'document-link' }>): string | undefined
  /** The id of a chapter's note in the whole document. */
  referNote(number: number): { readonly id: number; readonly bookmark: string; readonly isFirst: boolean }
  /** The number by which another note refers to a note of this chapter. */
  numberOf(number: number): number
  bookmarked(name: string, children: readonly ParagraphChild[]): ParagraphChild[]
  /** Placeholder bytes for the library; the real picture is written into the file later. */
  placeholderFor(picture: Picture): Uint8Array
  /** A name for the numbering of one list. */
  listName(): string
}

export interface ChapterWriting extends Writing {
  /** The ids of the notes to which this chapter's text refers, by their numbers in it. */
  readonly noteIds: ReadonlyMap<number, number>
}

/** State that all chapters of a document share. */
export interface Numbers {
  readonly pictures: Placeholders
  notes: number
  lists: number
}

/**
 * Placeholders for pictures: the library would keep all pictures in memory, hash and pack them, which takes most of the
 * time for a book.
 */
export interface Placeholders {
  placeholderFor(picture: Picture): Uint8Array
  pictureOf(placeholder: Uint8Array): Picture | undefined
}

export function createPlaceholders(): Placeholders {
  const names = new Map<Picture, string>()
  const known = new Map<string, Picture>()
  return {
    placeholderFor(picture) {
      const name = names.get(picture) ?? `picture ${names.size + 1}`
      names.set(picture, name)
      known.set(name, picture)
      return Buffer.from(name)
    },
    pictureOf: (placeholder) => known.get(Buffer.from(placeholder).toString()),
  }
}

interface WritingParts {
  readonly pictures: Pictures
  readonly marks: Marks
  readonly words: OwnWords
  readonly eastAsian: EastAsian
  readonly room: Room
  readonly bookmarkOf: Writing['bookmarkOf']
  readonly numbers: Numbers
}

/** The writing of one chapter: its notes are numbered after those of the earlier chapters. */
export function writingOf({
  pictures,
  marks,
  words,
  eastAsian,
  room,
  bookmarkOf,
  numbers,
}: WritingParts): ChapterWriting {
  const noteIds = new Map<number, number>()
  return {
    pictures,
    marks,
    words,
    eastAsian,
    room,
    bookmarkOf,
    noteIds,
    referNote(number) {
      const known = noteIds.get(number)
      const id = known ?? ++numbers.notes
      noteIds.set(number, id)
      return { id, bookmark: `_RefNote${id}`, isFirst: known === undefined }
    },
    placeholderFor: numbers.pictures.placeholderFor,
    numberOf: (number) => noteIds.get(number) ?? number,
    bookmarked(name, children) {
      const id = bookmarkUniqueNumericId()
      // The library's types do not include the two marks, which it writes all the same.
      return [new BookmarkStart(name, id), ...children, new BookmarkEnd(id)] as unknown as ParagraphChild[]
    },
    listName: () => `list-${++numbers.lists}`,
  }
}
