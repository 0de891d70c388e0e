/** How long to wait before the service is started again after `failures` starts that came to nothing: at once, then up to 30 s. */
export function restartDelayMs(failures: number): number {
  return failures === 0 ? 100 : Math.min(30_000, 500 * 2 ** (failures - 1))
}
