/** The error of a `Fetch` that sent nothing; its message tells the writer why. */
export class NotReached extends TypeError {
  readonly code = 'STET_NOT_REACHED'
}
