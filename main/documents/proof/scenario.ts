import type { Fields, Phase } from '../../../shared/terms'
import { edit, erase, liveDocuments, present, restore, type Lie } from './model-service'
import { settle } from './settle'
import type { ClashChange, Event } from '../core/events'
import type { Conflict, WorkingCopy } from '../core/working-copy'
import {
  answer,
  crash,
  createWorld,
  happen,
  hearOfRestore,
  land,
  lieTo,
  lose,
  poll,
  refuseConnection,
  withClient,
  type Client,
  type Exchange,
  type Setting,
  type World,
} from './world'

/** Test support: a world whose events a test tells as a story, one call for each event. */
export interface Scenario {
  world(): World
  client(name: string): Actor
  /** Another author, who writes directly to the service. */
  readonly elsewhere: Elsewhere
  /** Lets milliseconds pass. */
  passes(ms: number): void
  /** Makes the network good: everything is answered and sent again until nothing moves. */
  settles(): void
  /** The text of the one document of the service; `undefined` where there is none. */
  text(): string | undefined
  fields(): Fields
  /** All texts of the history, oldest first. */
  history(): readonly string[]
  documents(): number
}

export interface Elsewhere {
  writes(text: string): void
  edits(fields: Fields): void
  deletes(): void
  /** The service goes on from a backup that does not have the last change. */
  restores(): void
}

type Asked = Exchange['asks']['kind']

export interface Actor {
  copy(): WorkingCopy
  phase(): Phase
  text(): string
  conflict(): Conflict
  client(): Client
  /** The kinds of the requests that the client waits for, oldest first. */
  waitsFor(): readonly Asked[]
  /** The texts that were kept before risky steps. */
  snapshots(): readonly string[]
  does(event: Event): void
  types(text: string): void
  edits(fields: Fields): void
  deletes(): void
  undeletes(): void
  pauses(): void
  saves(): void
  retries(): void
  polls(listItem?: boolean): void
  /** The pull notices that the service went on from a backup. */
  hearsOfRestore(): void
  /** Lets the oldest request (of this kind) reach the service; its answer is on its way. */
  lands(kind?: Asked): void
  /** Answers the oldest request, which lands first if it has not. With `again` the answer comes once more later. */
  answered(kind?: Asked, again?: 'again'): void
  /** Answers the oldest request (of this kind, else a write) with this lie. */
  liedTo(lie: Lie, kind?: Asked): void
  /** Delivers an answer a second time. */
  hearsAgain(): void
  /** Answers every request, and those that follow, until the client waits for nothing. */
  hearsAll(): void
  /**
   * The client stops waiting for the oldest request and does not know whether it landed. If it has not, it may still
   * land.
   */
  lost(kind?: Asked): void
  /** The same as `lost`, but the request will never land. */
  dropped(kind?: Asked): void
  /** No connection could be made for the oldest request. */
  refused(kind?: Asked): void
  /** Lets a write land that no client waits for any more. */
  landsLate(): void
  crashes(): void
  goesOffline(): void
  comesBack(): void
  resolves(resolution: Extract<Event, { kind: 'resolved' }>['resolution'], token?: string): void
  decides(decisions: readonly ClashChange[], fields?: Extract<Event, { kind: 'decided' }>['fields']): void
}

export function createScenario(setting: Setting): Scenario {
  let world = createWorld(setting)
  const set = (next: World) => (world = next)

  function actor(name: string): Actor {
    const index = world.clients.findIndex((client) => client.name === name)
    if (index < 0) throw new Error(`nobody is called ${name}`)
    const client = () => world.clients[index]!
    const copy = () => client().copy
    const oldest = (kind?: Asked) => {
      const found = client().wire.find(
        ({ isAwaited, asks }) => isAwaited && (kind === undefined || asks.kind === kind),
      )
      if (!found) throw new Error(`${name} waits for no ${kind ?? 'answer'} (${copy().phase})`)
      return found
    }
    const landed = (kind?: Asked) => {
      if (oldest(kind).answer === undefined) set(land(world, index, oldest(kind)))
      return oldest(kind)
    }
    const does = (event: Event) => set(happen(world, index, event))
    const due = (reason: 'pause' | 'save-key' | 'retry') => {
      if (reason === 'save-key') does({ kind: 'send-asked', reason })
      does({ kind: 'send-due', reason: reason === 'save-key' ? 'retry' : reason })
    }
    const conflict = () => {
      const open = copy().conflict
      if (!open) throw new Error(`${name} has no conflict (${copy().phase})`)
      return open
    }
    return {
      copy,
      client,
      conflict,
      does,
      phase: () => copy().phase,
      text: () => copy().mine.text,
      waitsFor: () =>
        client()
          .wire.filter(({ isAwaited }) => isAwaited)
          .map(({ asks }) => asks.kind),
      snapshots: () => client().snapshots.map(({ record }) => record.text),
      types: (text) => does({ kind: 'typed', text }),
      edits: (fields) => does({ kind: 'fields-edited', fields }),
      deletes: () => does({ kind: 'deleted' }),
      undeletes: () => does({ kind: 'undeleted' }),
      pauses: () => due('pause'),
      saves: () => due('save-key'),
      retries: () => due('retry'),
      polls: (listItem = false) => set(poll(world, index, listItem)),
      hearsOfRestore: () => set(hearOfRestore(world, index)),
      lands(kind) {
        const next = client().wire.find(
          (one) =>
            one.isAwaited && one.answer === undefined && (kind === undefined || one.asks.kind === kind),
        )
        if (!next) throw new Error(`${name} has nothing to land`)
        set(land(world, index, next))
      },
      answered(kind, again) {
        const exchange = landed(kind)
        set(answer(world, index, exchange, again === 'again'))
      },
      liedTo(lie, kind = 'write') {
        const lied = lieTo(world, index, oldest(kind), lie)
        if (lied === undefined) throw new Error(`${name} cannot be told "${lie}"`)
        set(lied)
      },
      hearsAgain() {
        const heard = client().wire.find((one) => !one.isAwaited && one.answer !== undefined)
        if (!heard) throw new Error(`${name} has heard nothing that could come again`)
        set(answer(world, index, heard))
      },
      hearsAll() {
        for (let count = 0; client().wire.some(({ isAwaited }) => isAwaited); count += 1) {
          if (count > 50) throw new Error(`${name} never stops asking`)
          const exchange = landed()
          set(answer(world, index, exchange))
        }
      },
      lost: (kind) => set(lose(world, index, oldest(kind))),
      dropped: (kind) => set(lose(world, index, oldest(kind), true)),
      refused: (kind) => set(refuseConnection(world, index, oldest(kind))),
      landsLate() {
        const stray = client().wire.find((one) => !one.isAwaited && one.answer === undefined)
        if (!stray) throw new Error(`${name} has nothing that could land late`)
        set(land(world, index, stray))
      },
      crashes: () => set(crash(world, index)),
      goesOffline: () => set(withClient(world, index, { isOnline: false })),
      comesBack() {
        set(withClient(world, index, { isOnline: true }))
        due('retry')
      },
      resolves: (resolution, token = conflict().token) => does({ kind: 'resolved', token, resolution }),
      decides: (decisions, fields = {}) =>
        does({ kind: 'decided', token: conflict().token, decisions, fields }),
    }
  }

  const one = () => liveDocuments(world.service).at(0)
  const there = () => {
    const document = one()
    if (!document) throw new Error('the service has no document')
    return document
  }
  const change = (text: string, fields: Fields) =>
    set({ ...world, service: edit(world.service, there().id, { text, fields }, world.nowMs) })

  return {
    world: () => world,
    client: actor,
    elsewhere: {
      writes: (text) => change(text, {}),
      edits: (fields) => change(present(there()).text, fields),
      deletes: () => set({ ...world, service: erase(world.service, there().id) }),
      restores: () => set({ ...world, service: restore(world.service, there().id)! }),
    },
    passes: (ms) => set({ ...world, nowMs: world.nowMs + ms }),
    settles: () => set(settle(world)),
    text: () => (one() ? present(there()).text : undefined),
    fields: () => present(there()).fields,
    history: () => there().versions.map(({ text }) => text),
    documents: () => liveDocuments(world.service).length,
  }
}
