/** Nothing was sent, and the message says to the writer why. Thrown by a `Fetch` in place of its own errors. */
export class NotReached extends TypeError {
  readonly code = 'STET_NOT_REACHED'
}
