import { wellFormed } from '../../text/well-formed'

/** The scheme of picture addresses in pages that the window draws; the window replaces them by the real ones. */
export const FILE_PICTURE = 'stet-picture:'

/** Half of a surrogate pair has no UTF-8. */
export const filePicture = (address: string): string => FILE_PICTURE + encodeURIComponent(wellFormed(address))
