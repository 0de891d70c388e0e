import { wellFormed } from '../../shared/text/well-formed'

/** XML and HTML do not allow these characters; a reader would not see them anyway. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const NOT_WRITTEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g

/** The text with only the characters that XML or HTML allow; it may be applied before or after escaping. */
export const writtenText = (text: string): string => wellFormed(text).replace(NOT_WRITTEN, '')
