/** What a part of an address says; as it stands where its percent signs are no encoding, which any text may have. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
