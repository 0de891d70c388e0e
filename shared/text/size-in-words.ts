/** A size such as "2.1 MB"; empty where it is unknown. */
export function sizeInWords(bytes: number | undefined): string {
  if (bytes === undefined) return ''
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
