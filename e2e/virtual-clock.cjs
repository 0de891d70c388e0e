// Loaded before anything else into a process of a test: its clock goes as this machine's, so many milliseconds ahead.
const ahead = Number(process.env.STET_TEST_CLOCK_AHEAD_MS ?? 0)
const Real = Date
globalThis.Date = class Date extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + ahead)
    else super(...parts)
  }

  static now() {
    return Real.now() + ahead
  }
}
