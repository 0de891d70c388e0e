import { attempt } from '../thrown'

/** What a part of an address says; as it stands where its percent signs are no encoding, which any text may have. */
export const decoded = (part: string): string => attempt(() => decodeURIComponent(part)) ?? part
