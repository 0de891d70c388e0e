/** The path of every operation of the content API. Windows need it too, so it is separate from the records. */
export const API_PREFIX = '/api/v1'
