import { stage, type Actor } from './scene'

/** Test support: the one document that the tests of the rules are told about, and ann, who writes in it here. */
export const TEXT = 'One.\n\nTwo.\n'
/** What ann writes, */
export const A = 'One. a.\n\nTwo.\n'
/** and writes on; */
export const AB = 'One. a. b.\n\nTwo.\n'
/** what is written elsewhere, */
export const X = 'One.\n\nTwo. x.\n'
/** and both. */
export const AX = 'One. a.\n\nTwo. x.\n'

export function annOn(setting: Partial<Parameters<typeof stage>[0]> = {}) {
  const scene = stage({ clients: ['ann'], shared: { text: TEXT }, ...setting })
  return { scene, ann: scene.client('ann'), elsewhere: scene.elsewhere }
}

export function hearsUpdate(ann: Actor): void {
  ann.polls()
  ann.hearsAll()
}
