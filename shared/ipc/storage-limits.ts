/** Settings of how much is kept that mean "without end". Apart from the schemas: the window names them too. */

/** Million bytes of texts: more than a library ever is. */
export const TEXTS_ALL = 1_000_000
/** Days of recovered texts: a hundred years. */
export const RECOVERED_FOR_GOOD = 36_500
