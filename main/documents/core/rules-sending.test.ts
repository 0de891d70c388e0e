import { describe, expect, test } from 'vitest'
import { A, AB, AX, TEXT, X, withAnn } from '../proof/fixtures'
import { pendingOf } from './pending'
import type { Event } from './events'
import { problem } from '../../../shared/problem'
import { transition } from './transition'
import { contextOf } from '../proof/world'

/**
 * W1 to W5, W12, W13: what is sent, when it is sent, and what counts as saved. Each test is a story that shows why its
 * rule exists.
 */

describe('[W1] the next state is a plain value that can be journaled before its effects run', () => {
  test('[W1] it survives the journal: as JSON it is the same value', () => {
    const { ann, elsewhere } = withAnn()
    const states = [ann.copy()]
    ann.types(A)
    ann.saves()
    states.push(ann.copy())
    ann.lost()
    states.push(ann.copy())
    elsewhere.writes('One. x.\n\nTwo.\n')
    ann.hearsAll()
    states.push(ann.copy())
    expect(states.map(({ phase }) => phase)).toEqual(['clean', 'saving', 'reconciling', 'conflicted'])
    for (const copy of states) expect(JSON.parse(JSON.stringify(copy))).toStrictEqual(copy)
  })

  test('[W1] a crash right after any step finds all that was typed, and that a write may have landed', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.lands()
    ann.crashes()
    expect(ann.text()).toBe(A)
    expect(ann.phase()).toBe('queued')
    expect(ann.copy().unconfirmedSends).toHaveLength(1)
    scenario.settles()
    expect(ann.phase()).toBe('clean')
    expect(scenario.history()).toEqual([TEXT, A])
  })

  test('[W1] transition is pure: the same question has the same answer, and nothing is changed in place', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    const client = scenario.world().clients[0]!
    const copy = structuredClone(client.copy)
    const context = contextOf(scenario.world(), client)
    const event = { kind: 'send-due', reason: 'save-key' } as const
    expect(transition(client.copy, event, context)).toEqual(transition(copy, event, context))
    expect(client.copy).toEqual(copy)
  })
})

describe('[W2] one write in flight, carrying all that is pending', () => {
  test('[W2] the save key is honoured once: what is typed after it waits for its own pause', () => {
    const { ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.types(AB)
    ann.answered('write')
    expect(ann.phase()).toBe('dirty')
    expect(ann.waitsFor()).toEqual([])
  })

  test('[W2] typing, renaming and every kind of send during a flight start no second one', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.types(AB)
    ann.edits({ title: 'New' })
    ann.pauses()
    ann.retries()
    ann.saves()
    expect(ann.waitsFor()).toEqual(['write'])
    ann.answered('write')
    expect(ann.waitsFor()).toEqual(['write'])
    ann.answered('write')
    expect(scenario.text()).toBe(AB)
    expect(scenario.fields().title).toBe('New')
    expect(scenario.history()).toEqual([TEXT, A, AB])
  })

  test('[W2] a rename carries the text of the base, and no field that did not change', () => {
    const { ann } = withAnn()
    ann.edits({ title: 'New' })
    ann.saves()
    expect(ann.copy().flight).toMatchObject({ text: TEXT, fields: { title: 'New' } })
    expect(Object.keys(ann.copy().flight?.fields ?? {})).toEqual(['title'])
  })

  test('[W2] refused together, the text goes alone; an edited field is tried again', () => {
    const { scenario, ann } = withAnn({ capabilities: { folders: ['f'] } })
    ann.types(A)
    ann.edits({ folderId: 'gone', title: 'New' })
    ann.saves()
    ann.answered('write')
    expect(ann.copy().flight).toMatchObject({ text: A, fields: { title: 'New' } })
    ann.answered('write')
    expect(ann.phase()).toBe('clean')
    expect(ann.copy().parked).toEqual(['folderId'])
    expect(pendingOf(ann.copy()).fields).toEqual([])
    ann.edits({ folderId: 'f' })
    ann.saves()
    ann.answered('write')
    expect(scenario.fields().folderId).toBe('f')
    expect(ann.copy().parked).toEqual([])
  })

  test('[W2] what was edited again while it was refused is not parked: the second move goes', () => {
    const { scenario, ann } = withAnn({ capabilities: { folders: ['f'] } })
    ann.types(A)
    ann.edits({ folderId: 'gone' })
    ann.saves()
    ann.edits({ folderId: 'f' })
    ann.answered('write')
    expect(ann.copy().parked).toEqual([])
    expect(ann.client().announced).not.toContain('field-parked')
    scenario.settles()
    expect(ann.phase()).toBe('clean')
    expect(scenario.fields().folderId).toBe('f')
    expect(scenario.history()).toEqual([TEXT, A])
  })

  const withoutUnlisted = { folderId: null, tagIds: ['t'] }

  test('[W2] a refused name of a folder or tag that is not here either is let go of, and nothing is parked', () => {
    const { scenario, ann } = withAnn()
    ann.edits({ folderId: 'gone', tagIds: ['t', 'gone'] })
    ann.types(A)
    ann.saves()
    const client = ann.client()
    const refused: Event = {
      kind: 'write-ended',
      flight: client.copy.flight!.id,
      outcome: { kind: 'refused', problem: problem('invalid', 'No.'), fields: ['folderId', 'tagIds'] },
    }
    const context = contextOf(scenario.world(), client)
    const { next } = transition(client.copy, refused, { ...context, withoutUnlisted })
    expect(next.parked).toEqual([])
    expect(next.mine.fields).toMatchObject({ folderId: null, tagIds: ['t'] })
    expect(next.flight).toMatchObject({ text: A, fields: { tagIds: ['t'] } })
    const listed = transition(client.copy, refused, context)
    expect(listed.next.parked).toEqual(['folderId', 'tagIds'])
  })
})

describe('[W3] every write of an existing document carries the exact ETag last read', () => {
  test('[W3] PUT and DELETE are guarded; keep mine is a guarded PUT against the theirs that was seen', () => {
    const { scenario, ann, elsewhere } = withAnn()
    const guards: (string | undefined)[] = []
    const guard = () => guards.push(ann.copy().flight?.etag)
    ann.types(A)
    ann.saves()
    guard()
    elsewhere.writes('One. x.\n\nTwo.\n')
    ann.hearsAll()
    expect(ann.phase()).toBe('conflicted')
    ann.resolves({ kind: 'keep-mine' })
    guard()
    elsewhere.writes('One. x.\n\nTwo. y.\n')
    ann.hearsAll()
    scenario.settles()
    ann.deletes()
    ann.saves()
    guard()
    expect(guards).toEqual(['"doc-1-1"', '"doc-1-2"', '"doc-1-4"'])
    // The text that came after the review was merged, not overwritten.
    expect(scenario.text()).toBe('One. a.\n\nTwo. y.\n')
    expect(scenario.world().breaches).toEqual([])
  })
})

describe('[W4] a write succeeded only if its answer says so', () => {
  test('[W4] base is what was sent, never what is here when the answer comes', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.types(AB)
    ann.answered('write')
    expect(ann.phase()).toBe('dirty')
    expect(ann.copy().base?.text).toBe(A)
    scenario.settles()
    expect(scenario.text()).toBe(AB)
  })

  test('[W4] 2xx without a body counts once a GET confirms it', () => {
    const { ann } = withAnn({ capabilities: { writeAnswers: 'empty' } })
    ann.types(A)
    ann.saves()
    ann.answered('write')
    expect(ann.phase()).toBe('reconciling')
    ann.answered('read')
    expect(ann.phase()).toBe('clean')
  })

  test('[W4] what the service did not store stays here, and the writer is asked', () => {
    const { scenario, ann } = withAnn({ capabilities: { keepsVersions: false } })
    ann.types(A)
    ann.saves()
    ann.liedTo('old text')
    expect(ann.phase()).toBe('reconciling')
    ann.hearsAll()
    expect(ann.text()).toBe(A)
    expect(ann.conflict().kind).toBe('not-taken')
    expect(scenario.text()).toBe(TEXT)
  })

  test('[W4] what the service cut off stays here', () => {
    const { ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.liedTo('part')
    expect(ann.phase()).toBe('reconciling')
    ann.hearsAll()
    expect(ann.text()).toBe(A)
  })

  test('[W4] what came back and was not sent is theirs', () => {
    const { ann, elsewhere } = withAnn({
      guarded: false,
      capabilities: { etags: 'none', keepsVersions: false },
    })
    ann.types(A)
    ann.saves()
    ann.answered('read')
    elsewhere.edits({ title: 'R' })
    ann.answered('write')
    expect(ann.copy().mine.fields.title).toBe('R')
    expect(ann.text()).toBe(A)
    expect(ann.phase()).toBe('clean')
  })

  test('[W4] a trimming service is told of once; mine is never rewritten', () => {
    const { ann } = withAnn({ capabilities: { trims: true } })
    ann.types(`${A}\n \n`)
    ann.saves()
    ann.answered('write')
    expect(ann.text()).toBe(`${A}\n \n`)
    expect(ann.copy().base?.text).toBe(`${A}\n \n`)
    expect(ann.client().announced).toEqual(['text-normalised'])
  })

  test('[W4] a field that the service ignores is taken back, said, and not sent for ever', () => {
    const { scenario, ann } = withAnn({ capabilities: { ignores: ['title'] } })
    ann.edits({ title: 'New' })
    ann.types(A)
    ann.saves()
    ann.answered('write')
    expect(ann.phase()).toBe('clean')
    expect(ann.client().announced).toEqual(['field-ignored'])
    scenario.settles()
    expect(scenario.history()).toEqual([TEXT, A])
  })
})

describe('[W5] typing changes mine only, in every phase', () => {
  test('[W5] in a tombstone it makes a conflict', () => {
    const { ann, elsewhere } = withAnn()
    elsewhere.deletes()
    ann.polls()
    ann.answered('poll')
    expect(ann.phase()).toBe('deleted')
    ann.types(A)
    expect(ann.phase()).toBe('conflicted')
    expect(ann.conflict().kind).toBe('deleted-there')
  })

  test('[W5] what was refused goes again on the save key, or once it is short enough', () => {
    const { scenario, ann } = withAnn({ capabilities: { maxLength: 20 } })
    const long = 'One, and far too much after it.'
    ann.types(long)
    ann.saves()
    ann.hearsAll()
    expect(ann.phase()).toBe('rejected')
    ann.types(`${long} More.`)
    expect(ann.phase()).toBe('rejected')
    ann.saves()
    expect(ann.phase()).toBe('saving')
    ann.hearsAll()
    expect(ann.phase()).toBe('rejected')
    ann.types('One, shorter.')
    expect(ann.phase()).toBe('dirty')
    ann.pauses()
    ann.hearsAll()
    expect(scenario.text()).toBe('One, shorter.')
  })

  test('[W5] base, flight and what is unknown stay as they are while somebody types', () => {
    const { ann, elsewhere } = withAnn()
    const typing = () => {
      const { mine: _before, phase: _phase, problem: _problem, ...rest } = ann.copy()
      ann.types(`${ann.text()}More.\n`)
      const { mine: _mine, phase: _now, problem: _why, ...after } = ann.copy()
      expect(after).toEqual(rest)
      return ann.phase()
    }
    const phases = [typing()]
    ann.saves()
    phases.push(typing())
    elsewhere.writes(`${TEXT}Else.\n`)
    ann.answered('write')
    phases.push(typing())
    ann.lost('read')
    phases.push(typing())
    ann.retries()
    ann.hearsAll()
    phases.push(typing())
    expect(phases).toEqual(['dirty', 'saving', 'reconciling', 'queued', 'conflicted'])
  })
})

describe('[W12] no automatic write while a decision is open', () => {
  test('[W12] in a conflict no send, rename, move, tag, publish or delete goes out by itself', () => {
    const { ann, elsewhere } = withAnn()
    ann.types(A)
    elsewhere.writes('One. x.\n\nTwo.\n')
    ann.polls()
    ann.answered('poll')
    ann.edits({ title: 'New', folderId: 'f', tagIds: ['t'], status: 'published' })
    for (const reason of ['pause', 'blur', 'retry', 'save-key', 'publish'] as const)
      ann.does({ kind: 'send-due', reason })
    ann.deletes()
    ann.retries()
    ann.crashes()
    ann.retries()
    expect(ann.waitsFor()).toEqual([])
    expect(ann.phase()).toBe('conflicted')
  })

  test('[W12] what was refused waits for the writer', () => {
    const { ann } = withAnn({ capabilities: { maxLength: 5 } })
    ann.types(A)
    ann.saves()
    ann.hearsAll()
    ann.edits({ title: 'New' })
    for (const reason of ['pause', 'blur', 'retry'] as const) ann.does({ kind: 'send-due', reason })
    ann.crashes()
    ann.retries()
    expect(ann.waitsFor()).toEqual([])
    expect(ann.phase()).toBe('rejected')
  })
})

describe('[C8] what is published waits for the writer', () => {
  const PUBLISHED = { status: 'published' } as const

  test('[C8] words that waited for the network wait for the writer once the document was published elsewhere', () => {
    const { ann, elsewhere } = withAnn()
    ann.goesOffline()
    ann.types(A)
    expect(ann.phase()).toBe('queued')
    elsewhere.edits(PUBLISHED)
    ann.polls()
    ann.answered('poll')
    expect([ann.phase(), ann.copy().problem]).toEqual(['dirty', undefined])
    expect(ann.client().isScheduled).toBe(false)
  })

  test('[C8] a save that was asked for before goes on by itself', () => {
    const { ann, elsewhere } = withAnn()
    ann.goesOffline()
    ann.types(A)
    ann.does({ kind: 'send-asked', reason: 'save-key' })
    elsewhere.edits(PUBLISHED)
    ann.polls()
    ann.answered('poll')
    expect(ann.client().isScheduled).toBe(true)
  })
})

describe('[C8] words written after the writer published wait for the next time', () => {
  const LATER = `${A}\nHalf a sen`

  /** A document that was published without a network, and then edited. */
  function publishedOffline() {
    const { scenario, ann, elsewhere } = withAnn()
    elsewhere.edits({ status: 'published' })
    ann.polls()
    ann.hearsAll()
    ann.types(A)
    ann.goesOffline()
    ann.saves()
    ann.types(LATER)
    return { scenario, ann, elsewhere }
  }

  /** The words that readers have in the end, the words here, and whether the rest is sent automatically. */
  function inTheEnd({ scenario, ann }: Pick<ReturnType<typeof publishedOffline>, 'scenario' | 'ann'>) {
    ann.comesBack()
    for (let tries = 0; tries < 2; tries++) {
      ann.retries()
      ann.hearsAll()
    }
    return [scenario.text(), ann.text(), ann.phase(), ann.client().isScheduled]
  }

  test('[C8] until the network is back', () => {
    const played = publishedOffline()
    expect(inTheEnd(played)).toEqual([A, LATER, 'dirty', false])
    played.ann.saves()
    played.ann.hearsAll()
    expect(played.scenario.text()).toBe(LATER)
  })

  test('[C8] after a crash as well, and where the first write was lost', () => {
    const played = publishedOffline()
    const { ann } = played
    ann.crashes()
    ann.comesBack()
    ann.retries()
    ann.dropped('write')
    ann.types(`${LATER}tence`)
    expect(inTheEnd(played)).toEqual([A, `${LATER}tence`, 'dirty', false])
  })

  test('[C8] in a draft that was published without a network', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    ann.goesOffline()
    ann.edits({ status: 'published' })
    ann.saves()
    ann.types(LATER)
    ann.edits({ title: 'Half a ti' })
    expect(inTheEnd({ scenario, ann })).toEqual([A, LATER, 'dirty', false])
    expect(scenario.fields()).toMatchObject({ status: 'published', title: 'T' })
  })

  test('[C8] what was written elsewhere meanwhile is merged into both', () => {
    const played = publishedOffline()
    played.elsewhere.writes(X)
    expect(inTheEnd(played)).toEqual([AX, `${AX}\nHalf a sen`, 'dirty', false])
  })

  const CLASHING = 'One. x.\n\nTwo.\n'

  /** The clash with another device's change is found, and ends without the writer. */
  function clashGoes({ ann, elsewhere }: ReturnType<typeof publishedOffline>, meanwhile = () => {}) {
    elsewhere.writes(CLASHING)
    ann.comesBack()
    ann.retries()
    ann.hearsAll()
    expect(ann.phase()).toBe('conflicted')
    meanwhile()
    elsewhere.writes(TEXT)
    ann.polls()
    ann.hearsAll()
    expect(ann.phase()).not.toBe('conflicted')
  }

  test('[C8] after a conflict that ended by itself as well', () => {
    const played = publishedOffline()
    clashGoes(played)
    expect(inTheEnd(played)).toEqual([A, LATER, 'dirty', false])
  })

  test('[C8] what was written in a conflict that ended by itself, too', () => {
    const played = publishedOffline()
    played.ann.types(A)
    clashGoes(played, () => played.ann.types(LATER))
    expect(inTheEnd(played)).toEqual([A, LATER, 'dirty', false])
  })

  test('[C8] a draft whose published words clash with theirs stays a draft', () => {
    const { scenario, ann, elsewhere } = withAnn()
    ann.types(A)
    ann.goesOffline()
    ann.edits({ status: 'published' })
    ann.types(`${TEXT}\nHalf a sen`)
    elsewhere.writes(CLASHING)
    inTheEnd({ scenario, ann })
    expect([scenario.text(), scenario.fields().status]).toEqual([`${CLASHING}\nHalf a sen`, 'draft'])
  })

  test('[C8] not where the writer publishes again', () => {
    const played = publishedOffline()
    played.ann.saves()
    expect(inTheEnd(played)).toEqual([LATER, LATER, 'clean', false])
  })

  test('[C8] not where autosave may send them', () => {
    const { scenario, ann } = withAnn({ autosavePublished: true })
    ann.types(A)
    ann.goesOffline()
    ann.edits({ status: 'published' })
    ann.saves()
    ann.types(LATER)
    expect(inTheEnd({ scenario, ann })).toEqual([LATER, LATER, 'clean', false])
  })
})

describe('[C8] a published document that is not on the service', () => {
  const PUBLISHED = { status: 'published' } as const

  /** A document that was published, deleted elsewhere, brought back, and edited before the service has it again. */
  function broughtBack() {
    const { scenario, ann, elsewhere } = withAnn()
    elsewhere.edits(PUBLISHED)
    ann.polls()
    ann.hearsAll()
    ann.deletes()
    ann.retries()
    ann.hearsAll()
    ann.undeletes()
    ann.types(A)
    return { scenario, ann }
  }

  test('[C8] is made with the words that readers had; those written since wait for the writer', () => {
    const { scenario, ann } = broughtBack()
    ann.retries()
    ann.hearsAll()
    expect(scenario.fields().status).toBe('published')
    expect(scenario.history()).toEqual([TEXT])
    expect([ann.text(), ann.phase(), ann.client().isScheduled]).toEqual([A, 'dirty', false])
    ann.saves()
    ann.hearsAll()
    expect(scenario.text()).toBe(A)
  })

  test('[C8] is made with the words written since where the writer asked for that', () => {
    const { scenario, ann } = broughtBack()
    ann.does({ kind: 'send-asked', reason: 'save-key' })
    ann.retries()
    ann.hearsAll()
    expect(scenario.history()).toEqual([A])
    expect(ann.phase()).toBe('clean')
  })

  test('[C8] words that waited for the writer before the delete wait after it', () => {
    const { scenario, ann, elsewhere } = withAnn()
    elsewhere.edits(PUBLISHED)
    ann.polls()
    ann.hearsAll()
    ann.types(A)
    ann.deletes()
    ann.retries()
    ann.hearsAll()
    ann.undeletes()
    ann.retries()
    ann.hearsAll()
    expect([scenario.text(), ann.text()]).toEqual([TEXT, A])
  })
})

describe('[W13] clean if and only if mine is base and nothing is unknown', () => {
  test('[W13] undone to base is clean, without a write', () => {
    const { scenario, ann } = withAnn()
    ann.types(A)
    expect(ann.phase()).toBe('dirty')
    ann.types(TEXT)
    expect(ann.phase()).toBe('clean')
    ann.retries()
    expect(scenario.history()).toEqual([TEXT])
  })

  test('[W13] undone to base with an outcome unknown is not clean', () => {
    const { ann } = withAnn()
    ann.types(A)
    ann.saves()
    ann.lands()
    ann.goesOffline()
    ann.lost()
    ann.types(TEXT)
    expect(ann.phase()).toBe('queued')
    ann.comesBack()
    ann.hearsAll()
    // The write had landed: undoing it is a change of its own.
    expect(ann.copy().base?.text).toBe(A)
    expect(ann.text()).toBe(TEXT)
    expect(ann.phase()).toBe('dirty')
  })
})
