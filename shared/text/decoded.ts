import { attempt } from '../thrown'

/** The decoded part of an address; unchanged where its percent signs are not a valid encoding. */
export const decoded = (part: string): string => attempt(() => decodeURIComponent(part)) ?? part
