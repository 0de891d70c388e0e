/** The error of a `Fetch` that sent nothing; its message gives the writer the reason. */
export class NotReached extends TypeError {
  readonly code = 'STET_NOT_REACHED'
}
