// Loaded first into a process of a test; sets its clock STET_TEST_CLOCK_AHEAD_MS milliseconds ahead of the machine's.
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
