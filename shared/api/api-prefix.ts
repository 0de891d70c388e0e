/** The path under which every operation of the content API lies; windows know it too, without the records. */
export const API_PREFIX = '/api/v1'
