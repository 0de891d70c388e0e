import { wellFormed } from '../../text/well-formed'

/** The scheme of the addresses of pictures in pages that the window draws: it puts the real ones in their place. */
export const FILE_PICTURE = 'stet-picture:'

/** Half of a pair has no UTF-8. */
export const filePicture = (address: string): string => FILE_PICTURE + encodeURIComponent(wellFormed(address))
