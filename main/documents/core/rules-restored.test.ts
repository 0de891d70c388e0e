import { describe, expect, test } from 'vitest'
import { A, AX, hearsUpdate, TEXT, withAnn, X } from '../proof/fixtures'
import { createScenario } from '../proof/scenario'

/** C7: the service goes on from a backup, and issues revisions a second time. */
function withSaved() {
  const story = withAnn()
  const { ann } = story
  ann.types(A)
  ann.saves()
  ann.answered('write')
  return { ...story, kept: () => [ann.text(), ...ann.snapshots()].join('\n') }
}

describe('[C7] words that a restored backup has no more are kept here', () => {
  test('[C7] what somebody else wrote, and was read before the restore', () => {
    const { scenario, ann, elsewhere, kept } = withSaved()
    ann.types('One. a. b.\n\nTwo.\n')
    ann.polls()
    elsewhere.writes(AX)
    ann.answered('poll')
    elsewhere.restores()
    scenario.settles()
    expect(kept()).toContain('x.')
  })

  test('[C7] what was saved, where somebody else goes on from the backup', () => {
    const { scenario, ann, elsewhere, kept } = withSaved()
    elsewhere.restores()
    ann.hearsOfRestore()
    elsewhere.writes(X)
    scenario.settles()
    expect(kept()).toContain('a.')
  })

  test('[C7] what was saved, where the next revision has its ETag', () => {
    const { scenario, elsewhere, kept } = withSaved()
    elsewhere.restores()
    elsewhere.writes(X)
    scenario.settles()
    expect(kept()).toContain('a.')
  })

  test('[C7] what was read, where the service shows a record from before it that was never read', () => {
    const { ann, elsewhere, kept } = withSaved()
    elsewhere.writes(AX)
    elsewhere.writes(`${AX}Three.\n`)
    ann.polls()
    ann.hearsAll()
    expect(ann.text()).toContain('Three.')
    elsewhere.restores()
    ann.polls()
    ann.hearsAll()
    expect(ann.text()).not.toContain('Three.')
    expect(kept()).toContain('Three.')
  })

  test('[C7] what stood against mine in a question, where the service shows the base again', () => {
    const { ann, elsewhere } = withAnn()
    ann.types('One. a.\n\nTwo.\n')
    elsewhere.writes('One. x.\n\nTwo.\n')
    hearsUpdate(ann)
    expect(ann.phase()).toBe('conflicted')
    // The times alone would not show it: they may have been noted before.
    elsewhere.writes(TEXT)
    hearsUpdate(ann)
    expect(ann.phase()).toBe('dirty')
    expect(ann.snapshots()).toContain('One. x.\n\nTwo.\n')
  })

  test('[C7] what stood against a delete in a question, where the service shows the base again and the delete goes on', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.deletes()
    elsewhere.writes(X)
    ann.saves()
    ann.hearsAll()
    expect(ann.conflict().kind).toBe('deleted-here')
    elsewhere.restores()
    ann.hearsOfRestore()
    scenario.settles()
    expect(scenario.documents()).toBe(0)
    expect(ann.snapshots()).toContain(X)
  })

  test('[C7] no write goes out under an ETag from before the restore', () => {
    const { ann, elsewhere } = withSaved()
    elsewhere.restores()
    ann.hearsOfRestore()
    expect(ann.copy().base?.etag).toBeUndefined()
    ann.types(`${A}More.\n`)
    ann.saves()
    expect(ann.waitsFor()).toEqual(['read'])
  })

  test('[C7] a restore that is heard of while the history is read for a write: the document is read once more', () => {
    const { ann } = withAnn({ guarded: false })
    ann.types(A)
    ann.saves()
    ann.answered('read')
    ann.lost('write')
    ann.saves()
    ann.answered('read')
    ann.answered('versions')
    ann.saves()
    ann.answered('read')
    expect(ann.waitsFor()).toEqual(['versions'])
    ann.hearsOfRestore()
    ann.answered('versions')
    expect(ann.waitsFor()).toEqual(['read'])
  })

  test('[C7] what was created, where another document has written over it before it is found', () => {
    const scenario = createScenario({ clients: ['ann'] })
    const ann = scenario.client('ann')
    ann.types(A)
    ann.saves()
    ann.lands()
    ann.lost()
    scenario.elsewhere.writes(X)
    ann.answered('find-created')
    expect(ann.text()).toBe(X)
    expect(ann.snapshots()).toContain(A)
  })
})
