import { describe, expect, test } from 'vitest'
import { A, AB, AX, TEXT, X, withAnn, withAnnAlone, hearsUpdate } from '../proof/fixtures'
import { ANOTHERS } from '../proof/model-service'
import type { Event } from './events'
import { problem } from '../../../shared/problem'
import { transition } from './transition'
import { contextOf } from '../proof/world'

/** W6, W7, W17 to W20: unknown outcomes, and how our own words are recognised. */
const HOUR_MS = 60 * 60 * 1000

describe('[W6] a lost answer is an unknown outcome', () => {
  test('[W6] every text that was sent is remembered, not only the last one', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    ann.lands('write')
    ann.goesOffline()
    ann.lost('write')
    ann.types(AB)
    expect(ann.copy().unconfirmedSends.map(({ text }) => text)).toEqual([A])
    elsewhere.writes(AX)
    ann.comesBack()
    scenario.settles()
    expect(ann.client().announced).not.toContain('conflict')
    expect(scenario.text()).toBe('One. a. b.\n\nTwo. x.\n')
  })

  test('[W6] it blocks clean until a read that was asked after the loss', () => {
    const { ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.polls()
    ann.lands('poll')
    ann.lands('write')
    ann.goesOffline()
    ann.lost('write')
    ann.answered('poll')
    expect(ann.phase()).toBe('queued')
    expect(ann.text()).toBe(A)
    ann.comesBack()
    ann.answered('read')
    expect(ann.phase()).toBe('clean')
  })

  test('[W6] a 412 settles nothing: a first copy of the write may be what made it', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.lost()
    ann.answered('read')
    ann.retries()
    ann.landsLate()
    ann.answered('write')
    expect(ann.phase()).toBe('reconciling')
    ann.answered('read')
    expect(ann.phase()).toBe('clean')
    expect(scenario.history()).toEqual([TEXT, A])
  })

  test('[W6] a late send that was guarded is dropped when the ETag moves; one that was not, after a day', () => {
    for (const guarded of [true, false]) {
      const { scenario, ann, elsewhere } = withAnn({
        guarded,
        capabilities: { etags: guarded ? 'checked' : 'none' },
      })
      ann.types(A)
      ann.saves()
      if (!guarded) ann.answered('read')
      ann.lost('write')
      ann.hearsAll()
      expect(ann.copy().lateSends).toHaveLength(1)
      elsewhere.writes(X)
      ann.polls()
      ann.hearsAll()
      expect(ann.copy().lateSends).toHaveLength(guarded ? 0 : 1)
      scenario.passes(25 * HOUR_MS)
      elsewhere.writes(`${X}More.\n`)
      ann.polls()
      ann.hearsAll()
      expect(ann.copy().lateSends).toEqual([])
    }
  })
})

describe('[W7] theirs is our own write when its text and every field it carried are', () => {
  test('[W7] own write after a lost answer is not a conflict', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.lands()
    ann.lost()
    ann.types(AB)
    ann.answered('read')
    expect(ann.copy().base).toMatchObject({ text: A, etag: '"doc-1-2"' })
    expect(ann.client().announced).toEqual([])
    scenario.settles()
    expect(scenario.text()).toBe(AB)
  })

  test('[W7] the same text with another title is not all ours: the title merges', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    ann.lands()
    elsewhere.edits({ title: 'R' })
    ann.lost()
    ann.hearsAll()
    expect(ann.phase()).toBe('clean')
    expect(ann.copy().mine.fields.title).toBe('R')
  })

  test('[W7] the field that was sent must be there too', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    ann.edits({ folderId: 'f' })
    ann.saves()
    ann.dropped()
    scenario.elsewhere.writes(A)
    ann.hearsAll()
    expect(ann.phase()).not.toBe('clean')
    scenario.settles()
    expect(scenario.fields().folderId).toBe('f')
  })

  test('[W7] under the normal form always', () => {
    const { ann } = withAnn({ capabilities: { trims: true } })
    ann.types('Cafe\u0301 \r\nand more \r\n')
    ann.saves()
    ann.lands()
    ann.lost()
    ann.types('Cafe\u0301 \r\nand more. \r\n')
    ann.answered('read')
    expect(ann.client().announced).toEqual([])
    expect(ann.text()).toBe('Cafe\u0301 \r\nand more. \r\n')
  })
})

describe('[W17] a create is the first send', () => {
  test('[W17] body and key are frozen: what is typed meanwhile does not change a repeat', () => {
    const { scenario, ann } = withAnnAlone()
    ann.saves()
    const first = ann.client().wire[0]?.request
    ann.types(AB)
    ann.lost()
    ann.answered('find-created')
    const repeat = ann.client().wire.find(({ isAwaited }) => isAwaited)?.request
    expect(repeat).toEqual(first)
    ann.landsLate()
    ann.answered('write')
    scenario.settles()
    expect(scenario.documents()).toBe(1)
    expect(scenario.history()).toEqual([A, AB])
  })

  test.each([true, false])(
    '[W17] a create that is answered with another document of this device is made once, keys honoured: %s',
    (honoursKeys) => {
      const { scenario, ann } = withAnnAlone({ capabilities: { honoursKeys }, honoursKeys })
      ann.saves()
      ann.liedTo('known id')
      ann.answered('find-created')
      scenario.settles()
      expect(ann.copy().remoteId).not.toBe(ANOTHERS)
      expect(scenario.history()).toEqual([A])
      expect(scenario.documents()).toBe(1)
    },
  )

  test.each([
    ['says so', { ...problem('invalid', 'This key was used.'), fields: { 'Idempotency-Key': ['Used.'] } }],
    ['comes without a reason', problem('invalid', 'The service does not accept this.')],
  ])(
    '[W17] a repeat whose key another request has used goes whole with another key where the refusal %s',
    (_, why) => {
      const { scenario, ann } = withAnnAlone()
      ann.edits({ tagIds: ['t'] })
      ann.saves()
      const { key } = ann.copy().create!
      ann.lost()
      ann.answered('find-created')
      const outcome = { kind: 'refused', problem: why, fields: [] } as const
      const refused: Event = { kind: 'write-ended', flight: ann.copy().flight!.id, outcome }
      const context = contextOf(scenario.world(), ann.client())
      const { next } = transition(ann.copy(), refused, context)
      expect(next.parked).toEqual([])
      expect(next.create).toMatchObject({ text: A, fields: { tagIds: ['t'] } })
      expect(next.create!.key).not.toBe(key)
      const again: Event = { ...refused, flight: next.flight!.id }
      expect(transition(next, again, context).next.parked).toContain('tagIds')
    },
  )

  test('[W17] a repeat that finds no connection stays frozen: the first try may still land', () => {
    const { scenario, ann } = withAnnAlone()
    ann.saves()
    ann.lost()
    ann.answered('find-created')
    ann.refused('write')
    ann.types(AB)
    ann.landsLate()
    scenario.settles()
    expect(scenario.documents()).toBe(1)
    expect(scenario.history()).toEqual([A, AB])
  })

  test('[W17] frozen through a crash', () => {
    const { scenario, ann } = withAnnAlone()
    ann.saves()
    ann.lands()
    ann.types(AB)
    ann.crashes()
    ann.retries()
    expect(ann.waitsFor()).toEqual(['find-created'])
    scenario.settles()
    expect(scenario.documents()).toBe(1)
    expect(scenario.text()).toBe(AB)
  })

  test('[W17] without a key that is honoured it is repeated only after two time-outs and a look', () => {
    const { scenario, ann } = withAnnAlone({ capabilities: { honoursKeys: false } })
    ann.saves()
    ann.lost()
    ann.answered('find-created')
    expect(ann.waitsFor()).toEqual([])
    ann.retries()
    ann.answered('find-created')
    expect(ann.waitsFor()).toEqual([])
    ann.landsLate()
    scenario.passes(61_000)
    ann.retries()
    ann.answered('find-created')
    scenario.settles()
    expect(scenario.documents()).toBe(1)
  })

  test('[W17] while it waits the writer reads what is not known, not that the service which was just asked is away', () => {
    const { ann } = withAnnAlone({ capabilities: { honoursKeys: false } })
    ann.saves()
    ann.lost()
    ann.answered('find-created')
    expect(ann.phase()).toBe('queued')
    expect(ann.copy().problem?.message).toBe('It is not known yet whether it arrived. Stet asks again soon.')
  })

  test('[W17] a look that was asked while a try could still land lets no create go again, however late it is answered', () => {
    const { scenario, ann } = withAnnAlone({ capabilities: { honoursKeys: false } })
    ann.saves()
    ann.lost()
    ann.answered('find-created')
    ann.retries()
    ann.lands('find-created')
    ann.landsLate()
    scenario.passes(61_000)
    ann.answered('find-created')
    expect(ann.waitsFor()).toEqual([])
    ann.retries()
    ann.answered('find-created')
    scenario.settles()
    expect(scenario.documents()).toBe(1)
  })

  test('[W17] a clock that was set back makes it wait no longer', () => {
    const { scenario, ann } = withAnnAlone({ capabilities: { honoursKeys: false } })
    ann.saves()
    ann.lost()
    ann.answered('find-created')
    scenario.passes(-3 * HOUR_MS)
    ann.retries()
    ann.answered('find-created')
    expect(ann.waitsFor()).toEqual([])
    scenario.passes(61_000)
    ann.retries()
    ann.answered('find-created')
    expect(ann.waitsFor()).toEqual(['write'])
    scenario.settles()
    expect(scenario.documents()).toBe(1)
  })

  test('[W17] a create that was found is never taken for what somebody has gone back to', () => {
    const { ann, elsewhere } = withAnnAlone({ guarded: false, capabilities: { etags: 'ignored' } })
    ann.saves()
    ann.lands()
    ann.lost()
    ann.answered('find-created')
    for (const text of [AB, A, AB]) {
      elsewhere.writes(text)
      hearsUpdate(ann)
      expect([ann.phase(), ann.text()]).toEqual(['clean', text])
    }
  })

  test('[W17] a key older than a day is not trusted: the client looks, then begins anew', () => {
    const { scenario, ann } = withAnnAlone()
    ann.saves()
    ann.goesOffline()
    ann.lost()
    scenario.passes(25 * HOUR_MS)
    ann.comesBack()
    ann.answered('find-created')
    scenario.settles()
    expect(scenario.documents()).toBe(1)
    expect(ann.phase()).toBe('clean')
  })

  test('[W17] a repeated create that did not go out keeps its key: an earlier try may still land', () => {
    const { scenario, ann } = withAnnAlone()
    ann.saves()
    ann.goesOffline()
    ann.lost()
    scenario.passes(25 * HOUR_MS)
    ann.comesBack()
    ann.answered('find-created')
    ann.refused('write')
    ann.retries()
    ann.lands('write')
    ann.landsLate()
    scenario.settles()
    expect(scenario.documents()).toBe(1)
    expect(ann.phase()).toBe('clean')
  })

  test('[W17] where there is no history, a likeness is asked about', () => {
    const { scenario, ann } = withAnnAlone({ capabilities: { keepsVersions: false } })
    ann.saves()
    ann.lands()
    ann.lost()
    ann.answered('find-created')
    expect(ann.phase()).toBe('rejected')
    ann.retries()
    expect(ann.waitsFor()).toEqual([])
    expect(scenario.documents()).toBe(1)
  })

  test('[W17] where the create was answered with nothing, its likeness is what it made', () => {
    const { scenario, ann } = withAnnAlone({
      capabilities: { keepsVersions: false, writeAnswers: 'empty' },
    })
    ann.saves()
    ann.answered('write')
    ann.answered('find-created')
    expect(ann.phase()).toBe('clean')
    ann.types(`${A}More. `)
    ann.saves()
    scenario.settles()
    expect(ann.phase()).toBe('clean')
    expect(scenario.documents()).toBe(1)
  })

  test.each(['before', 'after'])(
    '[W17] deleted here %s a likeness is found, it is gone here, with a snapshot, and the likeness stays there',
    (when) => {
      const { scenario, ann } = withAnnAlone({ capabilities: { keepsVersions: false } })
      ann.saves()
      ann.lands()
      if (when === 'before') ann.deletes()
      ann.lost()
      ann.answered('find-created')
      if (when === 'after') ann.deletes()
      scenario.settles()
      expect(ann.phase()).toBe('deleted')
      expect(ann.client().announced).toContain('forget')
      expect(ann.snapshots()).toContain(A)
      expect(scenario.documents()).toBe(1)
    },
  )

  test.each([
    ['refused', { maxLength: 3 }],
    ['stopped', {}],
  ])('[W17] deleted here while its create was on its way, which was %s: simply gone', (how, capabilities) => {
    const { scenario, ann } = withAnnAlone({ capabilities })
    ann.saves()
    ann.deletes()
    if (how === 'refused') ann.answered('write')
    else ann.refused('write')
    expect(ann.phase()).toBe('deleted')
    expect(ann.client().announced).toContain('forget')
    expect(ann.snapshots()).toEqual([A])
    scenario.settles()
    ann.undeletes()
    expect(ann.phase()).toBe('dirty')
    expect(ann.text()).toBe(A)
  })

  test('[W17] never tried and deleted here: simply gone, with a snapshot', () => {
    const { ann } = withAnnAlone()
    ann.deletes()
    expect(ann.phase()).toBe('deleted')
    expect(ann.client().announced).toEqual(['forget'])
    expect(ann.snapshots()).toEqual([A])
    ann.undeletes()
    expect(ann.phase()).toBe('dirty')
    expect(ann.text()).toBe(A)
  })
})

describe('[W18] an ETag is kept only with the body it arrived with', () => {
  test('[W18] an item of a list has none: it is read before the first write', () => {
    const { scenario, ann } = withAnn({ shared: { text: TEXT, seenInList: true } })
    ann.types(A)
    ann.saves()
    expect(ann.waitsFor()).toEqual(['read'])
    ann.answered('read')
    ann.answered('write')
    expect(scenario.text()).toBe(A)
    expect(scenario.world().breaches).toEqual([])
  })

  test('[W18] an item of a list that is newer leaves no ETag behind', () => {
    const { scenario, ann, elsewhere } = withAnn()
    elsewhere.writes(X)
    ann.polls(true)
    ann.answered('poll')
    expect(ann.text()).toBe(X)
    expect(ann.copy().base?.etag).toBeUndefined()
    elsewhere.writes(`${X}More.\n`)
    ann.types(AX)
    scenario.settles()
    expect(scenario.text()).toBe('One. a.\n\nTwo. x.\nMore.\n')
  })

  test('[W18] after a PUT without an ETag the next GET counts only if its body is what was sent', () => {
    for (const moved of [true, false]) {
      const { scenario, ann, elsewhere } = withAnn({ capabilities: { etagOnGetOnly: true } })
      ann.types(A)
      ann.saves()
      ann.answered('write')
      expect(ann.copy().base?.etag).toBeUndefined()
      if (moved) elsewhere.writes(AX)
      ann.types(AB)
      ann.saves()
      expect(ann.waitsFor()).toEqual(['read'])
      scenario.settles()
      expect(scenario.text()).toBe(moved ? 'One. a. b.\n\nTwo. x.\n' : AB)
      expect(ann.client().announced).not.toContain('conflict')
    }
  })
})

describe('[W19] a service that does not recognise its own revisions', () => {
  test('[W19] after two reads that show the very revision it refused: stop, not accepted', () => {
    const { ann } = withAnn()
    ann.types(A)
    ann.saves()
    const seen = { remoteId: '1', text: TEXT, fields: ann.copy().base!.fields, etag: '"doc-1-1"' }
    for (const round of [1, 2]) {
      expect(ann.phase(), String(round)).toBe('saving')
      ann.does({ kind: 'write-ended', flight: ann.copy().flight!.id, outcome: { kind: 'stale' } })
      expect(ann.phase()).toBe('reconciling')
      ann.does({ kind: 'read-ended', reading: ann.copy().reading!.id, outcome: { kind: 'record', seen } })
    }
    expect(ann.phase()).toBe('rejected')
    expect(ann.text()).toBe(A)
  })

  test('[W19] one that moved in between starts the count again', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    for (let round = 0; round < 4; round += 1) {
      elsewhere.writes(`One.\n\nTwo. x${round}.\n`)
      ann.answered('write')
      ann.answered('read')
      while (ann.waitsFor()[0] === 'versions') ann.answered('versions')
    }
    expect(ann.phase()).toBe('saving')
    ann.answered('write')
    expect(ann.phase()).toBe('clean')
  })
})

describe('[W20] a base found by exact text may be merged with', () => {
  test('[W20] our own text between base and theirs: base is the old base plus what that send carried', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    ann.lands()
    elsewhere.edits({ title: 'R', folderId: 'f' })
    elsewhere.writes(AX)
    ann.edits({ tagIds: ['t'] })
    ann.lost()
    ann.answered('read')
    ann.answered('versions')
    expect(ann.copy().base?.fields).toMatchObject({ title: 'R', folderId: 'f', tagIds: [] })
    scenario.settles()
    expect(scenario.fields()).toMatchObject({ title: 'R', folderId: 'f', tagIds: ['t'] })
    expect(scenario.text()).toBe(AX)
  })

  test('[W20] a version does not show tags: they are not taken for landed', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.edits({ tagIds: ['t'] })
    ann.saves()
    elsewhere.edits({ title: 'R' })
    ann.answered('write')
    scenario.settles()
    expect(scenario.fields()).toMatchObject({ title: 'R', tagIds: ['t'] })
    expect(ann.phase()).toBe('clean')
  })

  test('[W20] a history that cannot be read now is asked again, not taken for none', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    ann.lands()
    elsewhere.writes(AX)
    ann.types(AB)
    ann.lost('write')
    ann.answered('read')
    ann.lost('versions')
    expect(ann.phase()).toBe('queued')
    expect(ann.copy().unconfirmedSends).toHaveLength(1)
    scenario.settles()
    expect(ann.client().announced).not.toContain('conflict')
    expect(scenario.text()).toBe('One. a. b.\n\nTwo. x.\n')
  })

  test('[W20] a late send in the history is our own as well', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types(A)
    ann.saves()
    ann.lost('write')
    ann.answered('read')
    ann.types(AB)
    ann.landsLate()
    elsewhere.writes(AX)
    scenario.settles()
    expect(ann.client().announced).not.toContain('conflict')
    expect(scenario.text()).toBe('One. a. b.\n\nTwo. x.\n')
  })
})
