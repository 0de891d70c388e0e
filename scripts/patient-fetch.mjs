// Loaded into Electron's own installer (`node --import`): a download that stalls ends in seconds instead of hanging,
// while a slow one may take as long as it needs.

const SILENCE_MS = 10_000
const fetchOnce = globalThis.fetch

globalThis.fetch = async (input, init = {}) => {
  const control = new AbortController()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => control.abort(new Error('fetch failed: no byte for 10 s')), SILENCE_MS)
  }
  heard()
  try {
    const response = await fetchOnce(input, { ...init, signal: control.signal })
    if (!response.ok || !response.body) {
      clearTimeout(timer)
      return response
    }
    const watched = response.body.pipeThrough(
      new TransformStream({
        transform(chunk, stream) {
          heard()
          stream.enqueue(chunk)
        },
        flush() {
          clearTimeout(timer)
        },
      }),
    )
    return new Response(watched, response)
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}
