import { counted } from './counted'

interface Listed {
  readonly path: string
  readonly why: string
}

/** A sentence about opened files that were not imported, or not unchanged; `undefined`: there are none. */
export function exceptionWords(opened: {
  readonly left: readonly Listed[]
  readonly remarks: readonly Listed[]
}): string | undefined {
  const [left, ...others] = opened.left
  const [remark] = opened.remarks
  const alsoLeft =
    others.length === 0
      ? ''
      : ` ${counted(others.length, 'other file was', 'other files were')} not taken either.`
  if (left !== undefined) return `“${left.path}” was not taken. ${left.why}${alsoLeft}`
  return remark === undefined ? undefined : `${remark.path}: ${remark.why}`
}
