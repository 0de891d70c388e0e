/** Both ends included. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The part of `size` bytes that `Range` requests (RFC 9110, section 14). `undefined`: all of it, which is also the
 * answer to several ranges and to an invalid header.
 */
export function rangeOf(headers: Headers, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get('range')?.replaceAll(' ', '') ?? '')
  if (match === null) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Whether the range may be used: `If-Range` is absent or names these very bytes. */
export function isRangeCurrent(headers: Headers, etag: string): boolean {
  const condition = headers.get('if-range')
  return condition === null || condition.trim() === etag
}
