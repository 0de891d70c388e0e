import { createScenario, type Actor } from './scenario'

/** Test support: the one document of the tests of the rules, and ann, who writes in it on this device. */
export const TEXT = 'One.\n\nTwo.\n'
/** The text with ann's first change. */
export const A = 'One. a.\n\nTwo.\n'
/** The text with both changes of ann's. */
export const AB = 'One. a. b.\n\nTwo.\n'
/** The text with a change made elsewhere. */
export const X = 'One.\n\nTwo. x.\n'
/** The text with ann's first change and the one made elsewhere. */
export const AX = 'One. a.\n\nTwo. x.\n'

export function withAnn(setting: Partial<Parameters<typeof createScenario>[0]> = {}) {
  const scenario = createScenario({ clients: ['ann'], shared: { text: TEXT }, ...setting })
  return { scene: scenario, ann: scenario.client('ann'), elsewhere: scenario.elsewhere }
}

export function hearsUpdate(ann: Actor): void {
  ann.polls()
  ann.hearsAll()
}
