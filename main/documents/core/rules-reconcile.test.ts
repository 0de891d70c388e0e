import { describe, expect, test } from 'vitest'
import { A, AX, TEXT, X, withAnn, hearsUpdate } from '../proof/fixtures'
import { conflictOf, conflictSeen, decisionsByText } from './conflict'

/** W8, W9, W15: how base, mine and theirs are reconciled, and what the writer decides. */
const CLASH = 'One. x.\n\nTwo.\n'

describe('[W8] three records meet field by field', () => {
  test('[W8] changed on one side, it is taken; changed alike, it is agreed', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.edits({ title: 'Mine', status: 'published' })
    elsewhere.edits({ folderId: 'f', status: 'published' })
    hearsUpdate(ann)
    expect(ann.copy().mine.fields).toMatchObject({ title: 'Mine', folderId: 'f', status: 'published' })
    expect(ann.client().announced).toEqual([])
    ann.saves()
    scenario.settles()
    expect(scenario.fields()).toMatchObject({ title: 'Mine', folderId: 'f', status: 'published' })
  })

  test('[W8] tags are a set: what either side added is there, what either side took away is not', () => {
    const { scenario, ann, elsewhere } = withAnn()
    elsewhere.edits({ tagIds: ['old', 'both'] })
    hearsUpdate(ann)
    ann.edits({ tagIds: ['both', 'mine'] })
    elsewhere.edits({ tagIds: ['theirs', 'old', 'both'] })
    scenario.settles()
    expect(new Set(scenario.fields().tagIds)).toEqual(new Set(['both', 'mine', 'theirs']))
    expect(ann.phase()).toBe('clean')
  })

  test('[W8] theirs with the text of the base moves ETag and fields only: no merge notice', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    elsewhere.edits({ title: 'R' })
    hearsUpdate(ann)
    expect(ann.client().announced).toEqual([])
    expect(ann.client().snapshots).toEqual([])
    expect(ann.copy().merge).toBeUndefined()
    expect(ann.copy().base?.etag).toBe('"doc-1-2"')
    expect(ann.text()).toBe(A)
  })

  test('[W8] [W16] a text that is taken over while a field waits is kept', () => {
    const { ann, elsewhere } = withAnn()
    ann.edits({ title: 'R' })
    elsewhere.writes(X)
    hearsUpdate(ann)
    expect(ann.text()).toBe(X)
    expect(ann.client().snapshots).toMatchObject([{ reason: 'before-merge', record: { text: TEXT } }])
  })

  test('[W8] an ETag that moved without a change is taken in silence', () => {
    const { ann, elsewhere } = withAnn()
    elsewhere.writes(X)
    elsewhere.writes(TEXT)
    ann.types(A)
    hearsUpdate(ann)
    ann.saves()
    ann.answered('write')
    expect(ann.phase()).toBe('clean')
    expect(ann.client().announced).toEqual([])
  })

  test('[W8] with a clash of fields the text is merged and shown, and nothing is sent until it is decided', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types(A)
    ann.edits({ title: 'Mine' })
    elsewhere.writes(X)
    elsewhere.edits({ title: 'Theirs' })
    hearsUpdate(ann)
    expect(ann.phase()).toBe('conflicted')
    expect(ann.conflict().kind).toBe('fields')
    expect(ann.text()).toBe(AX)
    expect(conflictOf(ann.copy())?.fields).toMatchObject([
      { field: 'title', base: 'T', mine: 'Mine', theirs: 'Theirs' },
    ])
    ann.retries()
    expect(ann.waitsFor()).toEqual([])
    ann.decides([], { title: 'mine' })
    ann.decides([], { title: null })
    expect(conflictOf(ann.copy())?.fields[0]).not.toHaveProperty('decision')
    ann.decides([], { title: 'theirs' })
    ann.resolves({ kind: 'keep-mine' })
    scenario.settles()
    expect(scenario.fields().title).toBe('Theirs')
    expect(scenario.text()).toBe(AX)
  })
})

describe('[W9] a merge without clashes is shown, marked and undoable', () => {
  test('[W9] it is announced once, with both records kept first', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    elsewhere.writes(X)
    hearsUpdate(ann)
    expect(ann.text()).toBe(AX)
    expect(ann.client().announced).toEqual(['merged'])
    expect(ann.snapshots()).toEqual([A, X])
    expect(ann.phase()).toBe('dirty')
  })

  test('[W9] what was discarded after a merge cannot be undone into a question about nothing', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    elsewhere.writes(X)
    hearsUpdate(ann)
    ann.does({ kind: 'discarded' })
    expect(ann.phase()).toBe('clean')
    ann.does({ kind: 'merge-undone' })
    expect(ann.phase()).toBe('clean')
    expect(ann.text()).toBe(X)
  })

  test('[W9] undo opens the conflict of the two texts before it', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types(A)
    elsewhere.writes(X)
    hearsUpdate(ann)
    ann.does({ kind: 'merge-undone' })
    expect(ann.phase()).toBe('conflicted')
    expect(ann.text()).toBe(A)
    expect(ann.conflict().theirs?.text).toBe(X)
    // A remote update does not repeat a merge that was undone.
    elsewhere.edits({ title: 'R' })
    hearsUpdate(ann)
    expect(ann.phase()).toBe('conflicted')
    ann.resolves({ kind: 'keep-mine' })
    scenario.settles()
    expect(scenario.text()).toBe(A)
    expect(scenario.fields().title).toBe('R')
  })

  test('[W9] words typed since the merge stay when it is undone', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    elsewhere.writes(X)
    hearsUpdate(ann)
    ann.types('One. a. b.\n\nTwo. x.\n')
    ann.does({ kind: 'merge-undone' })
    expect(ann.text()).toContain('b.')
  })

  test('[W9] two changes of one sentence are a conflict, never mixed', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types('One more time.\n\nTwo.\n')
    elsewhere.writes('One last time.\n\nTwo.\n')
    hearsUpdate(ann)
    expect(ann.phase()).toBe('conflicted')
    expect(ann.text()).toBe('One more time.\n\nTwo.\n')
    expect(scenario.text()).toBe('One last time.\n\nTwo.\n')
  })

  test('[W9] without a base only equal texts agree', () => {
    const { scenario, ann } = withAnn({})
    const { base: _base, ...copy } = ann.copy()
    expect(scenario.text()).toBe(TEXT)
    expect(
      conflictOf({ ...copy, conflict: { ...blank, theirs: { text: 'Else.', fields: {} } } })?.regions,
    ).toHaveLength(1)
  })
})

const blank = {
  kind: 'text',
  token: 'g',
  decisions: [],
  fieldDecisions: {},
  earlier: [],
  mineSinceMs: 0,
  theirsSinceMs: 0,
} as const

describe('[W15] a resolution names the theirs that was reviewed', () => {
  function conflicted() {
    const made = withAnn()
    made.ann.types(A)
    made.elsewhere.writes(CLASH)
    hearsUpdate(made.ann)
    return made
  }

  test('[W15] a name that was never on screen decides nothing', () => {
    const { scenario, ann } = conflicted()
    ann.resolves({ kind: 'keep-mine' }, 'g-never')
    expect(ann.phase()).toBe('conflicted')
    expect(scenario.text()).toBe(CLASH)
  })

  test.each(['take-theirs', 'merged'] as const)(
    '[W15] words that were typed after the two texts were read are carried over: %s',
    (kind) => {
      const { scenario, ann } = conflicted()
      ann.types(`${A}\nLater.\n`)
      const resolution = kind === 'merged' ? { kind, text: CLASH } : { kind }
      ann.does({ kind: 'resolved', token: ann.conflict().token, mineSeen: A, resolution })
      scenario.settles()
      expect(scenario.text()).toBe(`${CLASH}\nLater.\n`)
    },
  )

  test('[W15] mine is kept as it is now', () => {
    const { scenario, ann } = conflicted()
    ann.types(A.replace('a.', 'a and more.'))
    const resolution = { kind: 'keep-mine' } as const
    ann.does({ kind: 'resolved', token: ann.conflict().token, mineSeen: A, resolution })
    scenario.settles()
    expect(scenario.text()).toBe(A.replace('a.', 'a and more.'))
  })

  test('[W15] where words typed since overlap with what was decided, nothing is decided', () => {
    const { scenario, ann } = conflicted()
    ann.types(A.replace('a.', 'a and more.'))
    ann.does({
      kind: 'resolved',
      token: ann.conflict().token,
      mineSeen: A,
      resolution: { kind: 'take-theirs' },
    })
    expect(ann.phase()).toBe('conflicted')
    expect(scenario.text()).toBe(CLASH)
  })

  test('[W11] a text that was deleted elsewhere is not let go with words that were typed since it was read', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    elsewhere.deletes()
    hearsUpdate(ann)
    ann.types(`${A}\nLater.\n`)
    const { token } = ann.conflict()
    ann.does({ kind: 'resolved', token, mineSeen: A, resolution: { kind: 'let-go' } })
    expect(ann.phase()).toBe('conflicted')
    ann.does({ kind: 'resolved', token, resolution: { kind: 'let-go' } })
    expect(ann.phase()).toBe('deleted')
  })

  test('[W15] theirs moved meanwhile: only the difference is reconciled, and both were kept', () => {
    const { scenario, ann, elsewhere } = conflicted()
    const { token } = ann.conflict()
    elsewhere.writes('One. x.\n\nTwo. y.\n')
    hearsUpdate(ann)
    expect(ann.conflict().token).not.toBe(token)
    ann.resolves({ kind: 'keep-mine' }, token)
    scenario.settles()
    expect(scenario.text()).toBe('One. a.\n\nTwo. y.\n')
    expect(ann.snapshots()).toContain(A)
  })

  test('[W15] theirs moved and nobody polled: the guard stops the write, and it is merged', () => {
    const { scenario, ann, elsewhere } = conflicted()
    elsewhere.writes('One. x.\n\nTwo. y.\n')
    ann.resolves({ kind: 'keep-mine' })
    scenario.settles()
    expect(scenario.text()).toBe('One. a.\n\nTwo. y.\n')
  })

  test('[W15] decisions survive remote updates, a crash and being offline', () => {
    const { ann, elsewhere } = conflicted()
    const data = conflictOf(ann.copy())!
    ann.decides(decisionsByText(data, { 0: 'both' }))
    ann.goesOffline()
    elsewhere.writes('One. x.\n\nTwo. y.\n')
    ann.crashes()
    ann.comesBack()
    hearsUpdate(ann)
    expect(ann.phase()).toBe('conflicted')
    expect(conflictOf(ann.copy())?.decisions).toEqual({ 0: 'both' })
    ann.decides(decisionsByText(conflictOf(ann.copy())!, { 0: null }))
    expect(conflictOf(ann.copy())?.decisions).toEqual({})
  })

  test('[W15] words typed for a clash survive a crash, theirs moving elsewhere, and every decision but dropping them', () => {
    const { ann, elsewhere } = conflicted()
    const types = (text: string | null) =>
      ann.decides(decisionsByText(conflictOf(ann.copy())!, {}, { 0: text }))
    types('One, as I')
    types('One, as I would have it.')
    elsewhere.writes('One. x.\n\nA place before.\n\nTwo. y.\n')
    ann.crashes()
    hearsUpdate(ann)
    expect(conflictOf(ann.copy())).toMatchObject({ decisions: {}, texts: { 0: 'One, as I would have it.' } })
    ann.decides(decisionsByText(conflictOf(ann.copy())!, { 0: 'mine' }))
    ann.decides(decisionsByText(conflictOf(ann.copy())!, { 0: null }))
    expect(conflictOf(ann.copy())?.texts).toEqual({ 0: 'One, as I would have it.' })
    types(null)
    expect(conflictOf(ann.copy())?.texts).toEqual({})
  })

  test('[W15] words typed for a clash stay with it when theirs moves in that place, once', () => {
    const { ann, elsewhere } = conflicted()
    const shown = () => conflictOf(ann.copy())!
    const before = shown()
    ann.decides(decisionsByText(before, {}, { 0: 'One, as I would have it.' }))
    const typedIn = ann.conflict().token
    elsewhere.writes('One. y.\n\nTwo.\n')
    hearsUpdate(ann)
    expect(shown()).toMatchObject({ theirs: 'One. y.\n\nTwo.\n', decisions: {} })
    expect(shown().texts).toEqual({ 0: 'One, as I would have it.' })
    // A key that was pressed before the remote update came.
    ann.decides(decisionsByText(conflictSeen(ann.copy(), typedIn)!, {}, { 0: 'One, as I would have it!' }))
    expect(shown().texts).toEqual({ 0: 'One, as I would have it!' })
    ann.decides(decisionsByText(shown(), { 0: 'mine' }))
    expect(shown()).toMatchObject({ decisions: { 0: 'mine' }, texts: { 0: 'One, as I would have it!' } })
    ann.decides(decisionsByText(shown(), { 0: null }, { 0: null }))
    expect(shown().texts).toEqual({})
    expect(ann.conflict().decisions).toEqual([])
  })

  test('[W15] a decision that was made before a remote update came is about the clash that was on screen', () => {
    const { ann, elsewhere } = withAnn({ shared: { text: 'One.\n\nA chapter.\n\nTwo.\n' } })
    ann.types('One. a.\n\nA chapter.\n\nTwo. a.\n')
    elsewhere.writes('One.\n\nA chapter.\n\nTwo. x.\n')
    hearsUpdate(ann)
    const { token } = ann.conflict()
    elsewhere.writes('One. x.\n\nA chapter.\n\nTwo. x.\n')
    hearsUpdate(ann)
    ann.decides(decisionsByText(conflictSeen(ann.copy(), token)!, { 0: 'theirs' }))
    expect(conflictOf(ann.copy())?.decisions).toEqual({ 1: 'theirs' })
  })

  test('[W16] words typed for a clash that are not in the merged text are kept as a copy', () => {
    const { ann } = conflicted()
    ann.decides(decisionsByText(conflictOf(ann.copy())!, {}, { 0: 'Neither of the two.' }))
    ann.resolves({ kind: 'keep-mine' })
    expect(ann.snapshots()).toContain('Neither of the two.')
  })

  test('[W16] words typed while deciding are kept, and said to be, where the conflict ends by itself', () => {
    const { ann, elsewhere } = conflicted()
    const { token } = ann.conflict()
    const [mine, theirs] = ['One. a.', 'One. x.']
    const decisions = [{ mine, theirs, text: 'One. Both.' }]
    ann.does({ kind: 'decided', token, decisions, fields: {}, draft: { text: 'By hand.', mine: A } })
    elsewhere.writes(TEXT)
    hearsUpdate(ann)
    expect(ann.phase()).toBe('dirty')
    const kept = ann.client().snapshots.map(({ record }) => record.text)
    expect(kept).toEqual(expect.arrayContaining(['One. Both.', 'By hand.']))
    expect(ann.client().announced.at(-1)).toBe('typed-kept')
  })

  test('[W15] one decision decides one place, also where the same two sentences clash in another', () => {
    const { ann, elsewhere } = withAnn({ shared: { text: 'One.\n\nA chapter.\n\nOne.\n' } })
    ann.types('One. a.\n\nA chapter.\n\nOne. a.\n')
    elsewhere.writes('One. x.\n\nA chapter.\n\nOne. x.\n')
    hearsUpdate(ann)
    ann.decides(decisionsByText(conflictOf(ann.copy())!, { 1: 'theirs' }))
    expect(conflictOf(ann.copy())?.decisions).toEqual({ 1: 'theirs' })
  })

  test('[W15] a text merged by hand survives a crash, and what moves meanwhile is merged with it', () => {
    const { scenario, ann, elsewhere } = conflicted()
    const { token } = ann.conflict()
    const draft = 'One. a and x.\n\nTwo.\n'
    const writes = (text: string) =>
      ann.does({
        kind: 'decided',
        token: ann.conflict().token,
        decisions: [],
        fields: {},
        draft: { text, mine: A },
      })
    writes('One. a and')
    elsewhere.writes('One. x.\n\nTwo. y.\n')
    hearsUpdate(ann)
    writes(draft)
    ann.crashes()
    for (let moves = 0; moves < 12; moves++) {
      elsewhere.writes(`One. x.\n\nTwo. y${moves}.\n`)
      hearsUpdate(ann)
    }
    expect(conflictOf(ann.copy())?.draft).toEqual({ text: draft, token })
    ann.resolves({ kind: 'merged', text: draft }, token)
    scenario.settles()
    expect(scenario.text()).toBe('One. a and x.\n\nTwo. y11.\n')
  })

  test('[W15] words typed into mine after the text was merged by hand are in it; undoing it leaves the decisions', () => {
    const { ann } = conflicted()
    const by = (draft: { readonly text: string; readonly mine: string } | null) =>
      ann.does({
        kind: 'decided',
        token: ann.conflict().token,
        decisions: [],
        fields: {},
        draft,
      })
    by({ text: 'One. a and x.\n\nTwo.\n', mine: A })
    ann.types('One. a.\n\nTwo. Later.\n')
    expect(conflictOf(ann.copy())?.draft?.text).toBe('One. a and x.\n\nTwo. Later.\n')
    by({ text: 'One. a, and x.\n\nTwo.\n', mine: A })
    expect(conflictOf(ann.copy())?.draft?.text).toBe('One. a, and x.\n\nTwo. Later.\n')
    by(null)
    expect(conflictOf(ann.copy())?.draft).toBeUndefined()
  })

  test('[W15] theirs moved away from the clash: nothing is left to decide', () => {
    const { scenario, ann, elsewhere } = conflicted()
    elsewhere.writes(X)
    hearsUpdate(ann)
    expect(ann.phase()).toBe('dirty')
    scenario.settles()
    expect(scenario.text()).toBe(AX)
  })

  test('[W15] every resolution leaves what its button says, and keeps both texts', () => {
    const outcomes = {
      'keep-mine': { text: A, made: [] },
      'take-theirs': { text: CLASH, made: [] },
      'keep-both': { text: CLASH, made: [A] },
    } as const
    for (const kind of ['keep-mine', 'take-theirs', 'keep-both'] as const) {
      const { scenario, ann } = conflicted()
      ann.resolves({ kind })
      scenario.settles()
      expect(scenario.text(), kind).toBe(outcomes[kind].text)
      expect(ann.text(), kind).toBe(outcomes[kind].text)
      expect(
        ann.client().made.map(({ text }) => text),
        kind,
      ).toEqual(outcomes[kind].made)
      expect(ann.snapshots().slice(-2), kind).toEqual([A, CLASH])
      expect(ann.phase(), kind).toBe('clean')
    }
    const { scenario, ann } = conflicted()
    ann.resolves({ kind: 'merged', text: 'One. a. x.\n\nTwo.\n' })
    scenario.settles()
    expect(scenario.text()).toBe('One. a. x.\n\nTwo.\n')
  })
})
