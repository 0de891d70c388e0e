/**
 * Reads the fuses of a built executable.
 *
 * @param {string} executable
 * @returns {Promise<Record<string, boolean | undefined>>} by the names of electron-builder.yml; `undefined` is a fuse
 * that this Electron does not have
 */
export async function readFuses(executable) {
  const { FuseState, FuseV1Options, getCurrentFuseWire } = await import('@electron/fuses')
  /** @type {Record<string, unknown>} */
  const wire = { ...(await getCurrentFuseWire(executable)) }
  const stateOf = (/** @type {unknown} */ state) =>
    state === FuseState.ENABLE ? true : state === FuseState.DISABLE ? false : undefined
  return Object.fromEntries(
    Object.entries(FuseV1Options)
      .filter(([, at]) => typeof at === 'number')
      .map(([name, at]) => [`${name.charAt(0).toLowerCase()}${name.slice(1)}`, stateOf(wire[at])]),
  )
}

/**
 * @param {string} executable
 * @param {object} wanted as electron-builder.yml has them
 * @throws {Error} where a fuse that the executable has is not as wanted
 */
export async function checkFuses(executable, wanted) {
  const found = await readFuses(executable)
  const wrong = Object.entries(wanted).filter(([name, is]) => found[name] !== undefined && found[name] !== is)
  if (wrong.length > 0)
    throw new Error(
      `These fuses of ${executable} are not as electron-builder.yml wants them: ${wrong.join(', ')}`,
    )
}
