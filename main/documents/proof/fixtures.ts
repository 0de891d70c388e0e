import { createScenario, type Actor } from './scenario'

/** Test support: the one document of the tests of the rules, and ann, who writes in it on this device. */
export const TEXT = 'One.\n\nTwo.\n'
/** The text with ann's first change. */
export const A = 'One. a.\n\nTwo.\n'
/** The text with both of ann's changes. */
export const AB = 'One. a. b.\n\nTwo.\n'
/** The text with a change made elsewhere. */
export const X = 'One.\n\nTwo. x.\n'
/** The text with ann's first change and the change made elsewhere. */
export const AX = 'One. a.\n\nTwo. x.\n'

type Setting = Partial<Parameters<typeof createScenario>[0]>

function withAnnIn(setting: Setting) {
  const scenario = createScenario({ clients: ['ann'], ...setting })
  return { scenario, ann: scenario.client('ann'), elsewhere: scenario.elsewhere }
}

/** Ann, with a document that the service has as well. */
export const withAnn = (setting: Setting = {}) => withAnnIn({ shared: { text: TEXT }, ...setting })

/** Ann, who has begun a document with `A`; the service does not have it yet. */
export function withAnnAlone(setting: Setting = {}) {
  const begun = withAnnIn(setting)
  begun.ann.types(A)
  return begun
}

export function hearsUpdate(ann: Actor): void {
  ann.polls()
  ann.hearsAll()
}
