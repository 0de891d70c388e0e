import { wellFormed } from '../../shared/text/well-formed'

/** Neither XML nor HTML has these; they say nothing that a reader could see. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const NOT_WRITTEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g

/** The text as a file of XML or HTML may hold it, before or behind its signs are escaped. */
export const writtenText = (text: string): string => wellFormed(text).replace(NOT_WRITTEN, '')
