import { describe, expect, test } from 'vitest'
import { A, AX, TEXT, X, withAnn, hearsUpdate } from '../proof/fixtures'

/** W10, W11, W16, W21: changes and deletions elsewhere, void answers, and services that guard nothing. */

describe('[W10] an answer asked before something newer is void', () => {
  test('[W10] a read that a replica answers with the version before what was saved says nothing new', () => {
    const { ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.answered('write')
    ann.polls()
    ann.liedTo('behind', 'poll')
    expect(ann.text()).toBe(A)
    expect(ann.phase()).toBe('clean')
  })

  test('[W10] an old poll does not take back what was saved since', () => {
    const { scenario, ann } = withAnn()
    ann.polls()
    ann.lands('poll')
    ann.types(A)
    ann.saves()
    ann.answered('write')
    expect(ann.phase()).toBe('clean')
    ann.answered('poll')
    expect(ann.text()).toBe(A)
    ann.hearsAll()
    expect(ann.text()).toBe(A)
    expect(scenario.text()).toBe(A)
  })

  test('[W10] an item of a list, which names no revision, is not taken over what was just saved: the document is read', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    ann.answered('write')
    elsewhere.writes(AX)
    ann.polls(true)
    ann.answered('poll')
    expect(ann.text()).toBe(A)
    expect(ann.waitsFor()).toEqual(['poll'])
    ann.answered('poll')
    expect(ann.text()).toBe(AX)
  })

  test('[W10] an old 404 is no deletion', () => {
    const { ann } = withAnn()
    ann.types(A)
    ann.does({
      kind: 'remote-read',
      askedAt: ann.copy().generation - 1,
      outcome: { kind: 'gone' },
      listItem: false,
    })
    expect(ann.phase()).toBe('dirty')
  })

  test('[W10] during a flight a poll is only noted, and asked again afterwards', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    ann.polls()
    ann.answered('poll')
    expect(ann.phase()).toBe('saving')
    ann.answered('write')
    elsewhere.writes(AX)
    expect(ann.waitsFor()).toEqual(['poll'])
    ann.answered('poll')
    expect(ann.text()).toBe(AX)
    expect(scenario.text()).toBe(AX)
  })

  test('[W10] an answer that comes twice counts once', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.answered('write', 'again')
    ann.types('One. a. b.\n\nTwo.\n')
    ann.saves()
    ann.hearsAgain()
    expect(ann.phase()).toBe('saving')
    expect(ann.copy().base?.text).toBe(A)
    scenario.settles()
    expect(scenario.text()).toBe('One. a. b.\n\nTwo.\n')
  })

  test('[W10] a remote update in queued with nothing unknown merges and stays queued', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    ann.refused('write')
    expect(ann.phase()).toBe('queued')
    elsewhere.writes(X)
    hearsUpdate(ann)
    expect(ann.phase()).toBe('queued')
    expect(ann.text()).toBe(AX)
  })

  test('[W10] in rejected a clean merge moves base and stays', () => {
    const { ann, elsewhere } = withAnn({ capabilities: { maxLength: 30 } })
    ann.types('One. And far too much after it.\n\nTwo.\n')
    ann.saves()
    ann.hearsAll()
    expect(ann.phase()).toBe('rejected')
    elsewhere.writes(X)
    hearsUpdate(ann)
    expect(ann.phase()).toBe('rejected')
    expect(ann.copy().base?.text).toBe(X)
    expect(ann.text()).toContain('x.')
    ann.retries()
    expect(ann.waitsFor()).toEqual([])
  })
})

describe('[W11] deletions', () => {
  test('[W11] deleted there and clean here: a tombstone, with a snapshot', () => {
    const { ann, elsewhere } = withAnn()
    elsewhere.deletes()
    hearsUpdate(ann)
    expect(ann.phase()).toBe('deleted')
    expect(ann.client().snapshots).toMatchObject([{ reason: 'deleted-elsewhere', record: { text: TEXT } }])
    expect(ann.client().announced).toEqual(['deleted-there'])
  })

  test.each(['written', 'deleted'])(
    '[W11] [W16] deleted there while one %s here is in question: both texts are kept',
    (how) => {
      const { ann, elsewhere } = withAnn()
      ann.types(A)
      if (how === 'deleted') ann.does({ kind: 'deleted' })
      elsewhere.writes('One. b.\n\nTwo.\n')
      hearsUpdate(ann)
      expect(ann.phase()).toBe('conflicted')
      elsewhere.deletes()
      hearsUpdate(ann)
      const kept = ann.client().snapshots.map(({ record }) => record.text)
      expect(kept).toEqual(expect.arrayContaining([A, 'One. b.\n\nTwo.\n']))
    },
  )

  test('[W11] a deletion that is asked about is not asked about again with every round', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    elsewhere.deletes()
    hearsUpdate(ann)
    const { token } = ann.conflict()
    hearsUpdate(ann)
    hearsUpdate(ann)
    expect(ann.client().announced).toEqual(['conflict'])
    expect(ann.conflict()).toMatchObject({ token, earlier: [] })
  })

  test('[W11] deleted there with words unsaved here: a question; kept as new or let go', () => {
    for (const kind of ['keep-as-new', 'let-go'] as const) {
      const { scenario, ann, elsewhere } = withAnn()
      ann.types(A)
      elsewhere.deletes()
      hearsUpdate(ann)
      expect(ann.phase()).toBe('conflicted')
      ann.resolves({ kind })
      scenario.settles()
      expect(scenario.text()).toBe(kind === 'keep-as-new' ? A : undefined)
      expect(ann.phase()).toBe(kind === 'keep-as-new' ? 'clean' : 'deleted')
      expect(ann.snapshots()).toContain(A)
    }
  })

  test('[W11] a read that failed is no deletion', () => {
    const { ann } = withAnn()
    ann.polls()
    ann.lost('poll')
    ann.types(A)
    ann.saves()
    ann.lost('write')
    ann.lost('read')
    expect(ann.phase()).toBe('queued')
    expect(ann.text()).toBe(A)
    const failed = { kind: 'failed', problem: { code: 'service-failed', message: '' } } as const
    ann.does({ kind: 'remote-read', askedAt: ann.copy().generation, outcome: failed, listItem: true })
    expect(ann.phase()).toBe('queued')
  })

  test('[W11] 404 on a PUT: read first', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    elsewhere.deletes()
    ann.answered('write')
    expect(ann.waitsFor()).toEqual(['read'])
    ann.answered('read')
    expect(ann.phase()).toBe('conflicted')
  })

  test('[W11] 404 on a DELETE: read; 404 again is done', () => {
    const { ann, elsewhere } = withAnn()
    ann.deletes()
    ann.saves()
    elsewhere.deletes()
    ann.answered('write')
    expect(ann.waitsFor()).toEqual(['read'])
    ann.answered('read')
    expect(ann.phase()).toBe('deleted')
    expect(ann.client().announced).toEqual(['forget'])
  })

  test('[W11] deleting during a flight waits for its end', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.deletes()
    expect(ann.waitsFor()).toEqual(['write'])
    expect(ann.copy().flight?.kind).toBe('update')
    scenario.settles()
    expect(scenario.documents()).toBe(0)
    expect(ann.snapshots()).toContain(A)
  })

  test('[W11] undone after it landed: a new document with the same words', () => {
    for (const answered of [true, false]) {
      const { scenario, ann } = withAnn()
      ann.types(A)
      scenario.settles()
      ann.deletes()
      ann.saves()
      ann.lands('write')
      if (answered) ann.answered('write')
      else ann.lost('write')
      ann.undeletes()
      scenario.settles()
      expect(scenario.text()).toBe(A)
      expect(scenario.documents()).toBe(1)
      expect(ann.client().announced).not.toContain('conflict')
      expect(ann.phase()).toBe('clean')
    }
  })

  test('[W11] a question about deleting, undone: what merges is merged, without one', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types(A)
    ann.deletes()
    elsewhere.writes(X)
    ann.saves()
    ann.hearsAll()
    expect(ann.conflict().kind).toBe('deleted-here')
    ann.undeletes()
    expect(ann.phase()).toBe('dirty')
    scenario.settles()
    expect(scenario.text()).toBe(AX)
  })
})

describe('[W16] both records are kept before a risky step', () => {
  test('[W5] words typed into what was deleted here bring it back, at each point of the delete', () => {
    for (const until of ['marked', 'on its way', 'landed'] as const) {
      const { scenario, ann } = withAnn()
      ann.deletes()
      if (until !== 'marked') ann.saves()
      if (until === 'landed') ann.lands('write')
      ann.types(A)
      scenario.settles()
      expect(ann.copy().mine.deleted, until).toBe(false)
      expect(scenario.text(), until).toBe(A)
      expect(ann.phase(), until).toBe('clean')
    }
  })

  test('[W16] before a merge, a resolution, a restore, a delete, a discard', () => {
    const { ann, elsewhere } = withAnn()
    const reasons = () => ann.client().snapshots.map(({ reason }) => reason)
    ann.types(A)
    elsewhere.writes(X)
    hearsUpdate(ann)
    expect(reasons()).toEqual(['before-merge', 'merged-from-elsewhere'])
    elsewhere.writes('One. y.\n\nTwo. x.\n')
    hearsUpdate(ann)
    ann.resolves({ kind: 'take-theirs' })
    expect(reasons().slice(2)).toEqual(['before-resolution', 'theirs-before-resolution'])
    ann.does({ kind: 'restored', text: TEXT, reason: 'restore' })
    ann.does({ kind: 'discarded' })
    ann.deletes()
    expect(reasons().slice(4)).toEqual(['before-restore', 'discarded', 'before-delete'])
    expect(ann.snapshots().slice(2)).toEqual([
      AX,
      'One. y.\n\nTwo. x.\n',
      'One. y.\n\nTwo. x.\n',
      TEXT,
      'One. y.\n\nTwo. x.\n',
    ])
  })

  test('[W16] a discarded move has no words to keep', () => {
    const { ann } = withAnn()
    ann.does({ kind: 'fields-edited', fields: { folderId: 'f-1' } })
    ann.does({ kind: 'discarded' })
    expect(ann.copy().mine.fields.folderId).toBeNull()
    ann.does({ kind: 'fields-edited', fields: { title: 'Another title' } })
    ann.does({ kind: 'discarded' })
    expect(ann.client().snapshots.map(({ reason, record }) => [reason, record.fields.title])).toEqual([
      ['discarded', 'Another title'],
    ])
  })
})

describe('[W21] services that guard nothing', () => {
  const open = { guarded: false, capabilities: { etags: 'ignored' } } as const

  test('[W21] it reads right before each write', () => {
    const { scenario, ann, elsewhere } = withAnn(open)
    elsewhere.writes(X)
    ann.types(A)
    ann.saves()
    expect(ann.waitsFor()).toEqual(['read'])
    ann.answered('read')
    ann.answered('write')
    expect(scenario.text()).toBe(AX)
  })

  test('[W21] what came after our write was not overwritten: no conflict', () => {
    const { scenario, ann, elsewhere } = withAnn(open)
    ann.types(A)
    ann.saves()
    ann.answered('read')
    ann.answered('write')
    elsewhere.writes(AX)
    ann.answered('versions')
    scenario.settles()
    expect(ann.client().announced).not.toContain('conflict')
    expect(ann.text()).toBe(AX)
  })

  test('[W21] found behind a lost answer, a failed look and a crash as well', () => {
    for (const trouble of ['answer', 'look', 'crash'] as const) {
      const { scenario, ann, elsewhere } = withAnn(open)
      ann.types(A)
      ann.saves()
      ann.answered('read')
      elsewhere.writes(X)
      ann.lands('write')
      if (trouble === 'answer') ann.lost('write')
      else ann.answered('write')
      if (trouble === 'look') ann.lost('versions')
      if (trouble === 'crash') ann.crashes()
      scenario.settles()
      expect(ann.phase(), trouble).toBe('conflicted')
      expect(ann.conflict(), trouble).toMatchObject({ kind: 'past', theirs: { text: X } })
    }
  })

  test('[W21] a copy of our write that lands late over other words is found', () => {
    for (const etags of ['ignored', 'none'] as const) {
      const { ann, elsewhere } = withAnn({ guarded: false, capabilities: { etags } })
      ann.types(A)
      ann.saves()
      ann.answered('read')
      ann.lost('write')
      ann.hearsAll()
      ann.retries()
      ann.hearsAll()
      elsewhere.writes(AX)
      ann.landsLate()
      hearsUpdate(ann)
      expect(ann.phase(), etags).toBe('conflicted')
      expect(ann.conflict(), etags).toMatchObject({ kind: 'past', theirs: { text: AX } })
    }
  })

  test('[W21] one that changed what no version shows is told from the text that it was based on', () => {
    const { scenario, ann, elsewhere } = withAnn({ guarded: false, capabilities: { etags: 'ignored' } })
    ann.types(A)
    ann.saves()
    ann.hearsAll()
    ann.edits({ tagIds: ['t'] })
    ann.saves()
    ann.answered('read')
    elsewhere.writes(AX)
    ann.lost('write')
    ann.landsLate()
    elsewhere.writes(`${A}More.\n`)
    scenario.settles()
    expect(ann.conflict()).toMatchObject({ kind: 'past', theirs: { text: AX } })
  })

  test('[W20] a send is found once: where the same stands there again somebody has gone back to it', () => {
    const { ann, elsewhere } = withAnn(open)
    ann.types(A)
    ann.saves()
    ann.answered('read')
    ann.lands('write')
    ann.lost('write')
    ann.hearsAll()
    for (const text of [TEXT, A, TEXT]) {
      elsewhere.writes(text)
      hearsUpdate(ann)
      expect([ann.phase(), ann.text(), ann.waitsFor()]).toEqual(['clean', text, []])
    }
  })

  test('[W21] going back to an older text, at once even, makes nobody else of what stood between', () => {
    const { scenario, ann } = withAnn({ ...open, capabilities: { etags: 'none' } })
    for (const text of [A, TEXT]) {
      ann.types(text)
      ann.saves()
      scenario.settles()
    }
    ann.edits({ folderId: 'f1' })
    ann.saves()
    ann.answered('read')
    ann.dropped('write')
    scenario.settles()
    expect(ann.client().announced).not.toContain('conflict')
    expect(ann.phase()).toBe('clean')
  })

  test('[W21] it stays whatever is polled, and is not given up by the way', () => {
    const { ann, elsewhere } = withAnn(open)
    ann.types(A)
    ann.saves()
    ann.answered('read')
    elsewhere.writes(X)
    ann.hearsAll()
    expect(ann.conflict().kind).toBe('past')
    elsewhere.writes('Quite another.\n')
    hearsUpdate(ann)
    ann.types(TEXT)
    ann.types(A)
    ann.does({ kind: 'discarded' })
    expect(ann.conflict()).toMatchObject({ kind: 'past', theirs: { text: X } })
  })

  test('[W21] a delete asks, and is sent only when it was answered', () => {
    const { scenario, ann } = withAnn(open)
    ann.deletes()
    ann.saves()
    ann.hearsAll()
    expect(ann.phase()).toBe('conflicted')
    expect(ann.conflict().kind).toBe('deleted-here')
    expect(scenario.documents()).toBe(1)
    ann.resolves({ kind: 'keep-mine' })
    scenario.settles()
    expect(scenario.documents()).toBe(0)
  })

  test('[C6] a first delete asks the service whether it guards, and the writer only where it does not', () => {
    const guarding = withAnn({ guarded: false, guardQuestions: 2 })
    guarding.ann.deletes()
    guarding.ann.saves()
    guarding.ann.hearsAll()
    expect(guarding.ann.client().announced).not.toContain('conflict')
    expect(guarding.scenario.documents()).toBe(0)

    const heedless = withAnn({ guarded: false, guardQuestions: 2, capabilities: { etags: 'ignored' } })
    heedless.ann.deletes()
    heedless.ann.saves()
    heedless.scenario.settles()
    expect(heedless.ann.conflict().kind).toBe('deleted-here')
    expect(heedless.scenario.text()).toBe(TEXT)
  })

  test('[W21] guarded from the first 412 on', () => {
    const { scenario, ann, elsewhere } = withAnn({ guarded: false })
    ann.types(A)
    ann.saves()
    ann.answered('read')
    elsewhere.writes(X)
    ann.answered('write')
    scenario.settles()
    expect(scenario.text()).toBe(AX)
    ann.types(TEXT)
    ann.saves()
    expect(ann.waitsFor()).toEqual(['write'])
  })
})
