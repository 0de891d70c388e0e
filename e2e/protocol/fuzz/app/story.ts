import { wordsOf } from '../../../../main/documents/proof/run'
import { makeMove, PAUSES, SHORT_PAUSES } from '../playing'
import { settle, settleSoon } from '../settling'
import { mulberry32 } from '../story'
import type { Result } from '../story'
import { attempt } from '../playing'
import { seeKeys, seeRemoved } from './answers'
import { APP_MOVES, APP_MOVES_WITH_LOSSES, connects, makeAppMove, type AppMoves } from './moves'
import { brokenNow, crossedWords } from './proof'
import { openWorld, type World } from './world'
import type { StoryLibrary } from './library'

const MOVES = 40
const STORIES = 3
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** So often the app is given another try to start, or a library another try to open, once all is well. */
const TRIES = 12

/** What this seed tells of the whole app: every second pair of seeds with a full disk that is left behind. */
export const runAnyApp = (seed: number): Promise<Result> =>
  runApp(seed, seed % 4 < 2 ? APP_MOVES : APP_MOVES_WITH_LOSSES)

/** Tells stories of the whole app, one after the other in one world. A seed always tells the same. */
export async function runApp(seed: number, alphabet: AppMoves = APP_MOVES): Promise<Result> {
  const random = mulberry32(seed)
  const world = await openWorld(random)
  const result = { stories: 0, moves: 0 }
  const say = (broken?: string) => ({
    kind: { name: 'the whole app', writers: [], isGuarded: true },
    story: world.story,
    ...result,
    ...world.counts,
    ...(broken !== undefined && { broken }),
  })
  try {
    await world.clock.advance(2_000)
    for (; result.stories < STORIES; result.stories++) {
      for (let at = 0; at < MOVES; at++) {
        await makeAnyMove(world, alphabet)
        result.moves++
        const broken = brokenNow(world)
        if (broken !== undefined) return say(broken)
      }
      world.story.push('— all is well from here —')
      const broken = await settleAll(world, result.stories + 1 === STORIES)
      if (broken !== undefined) return say(broken)
    }
    return say()
  } finally {
    await world.close()
  }
}

async function makeAnyMove(world: World, alphabet: AppMoves): Promise<void> {
  const { app, random } = world
  if (!app.isAlive() || app.life() === undefined) await startAgain(world)
  const active = world.active()
  if (active === undefined || random() < 0.3) return makeAppMove(world, alphabet)
  await makeMove(active.participants, random() < 0.3 ? PAUSES : SHORT_PAUSES)
}

/** Whatever the life before left, and whichever library cannot be opened: the app starts. */
async function startAgain(world: World): Promise<void> {
  const { app, libraries } = world
  for (const { actor } of libraries) actor.windows.clear()
  world.story.push('the app starts')
  world.disk.leaveNewerEntry()
  try {
    await app.start()
    await seeKeys(world)
    checkList(world)
  } catch (error) {
    world.breaches.push(`the app does not start: ${error instanceof Error ? error.stack : String(error)}`)
    return
  }
  await world.clock.advance(1_000)
}

/** What a newer version left in the list hides no library, and is not lost. */
function checkList({ app, disk, libraries, breaches }: World): void {
  const life = app.life()
  if (life === undefined) return
  const listed = new Set(life.workspaces.list().map(({ id }) => id))
  for (const { mark, connectionId, removedId } of libraries)
    if (connectionId !== undefined && connectionId !== removedId && !listed.has(connectionId))
      breaches.push(`${mark} is not listed any more`)
  if (!disk.keepsNewerEntry()) breaches.push('an entry of a newer version is lost from the list')
}

/** Everything works again: library after library comes on screen, comes to rest, and is looked at. */
async function settleAll(world: World, isLast: boolean): Promise<string | undefined> {
  for (const library of world.libraries) {
    const { restoredAt } = library
    if (restoredAt !== undefined) mayBeOverwritten(library)
    const shown = await show(world, library)
    if (shown !== undefined) return shown
    const rest = () => (isLast ? settle : settleSoon)(library.participants)
    let broken = await rest()
    // What went back behind newer changes is noticed by the daily walk of the whole list, and not before.
    if (broken !== undefined && restoredAt !== undefined) {
      await keepOverwritten(library, restoredAt)
      await world.clock.advance(DAY)
      broken = await rest()
    }
    if (broken !== undefined) return `${library.mark}: ${broken}`
  }
  return brokenNow(world) ?? crossedWords(world)
}

/**
 * The ETag that guards a write may name another text since the restore, and nobody can tell before the list says that
 * times went back: what somebody else wrote until then may be in the versions alone (docs/security.md).
 */
function mayBeOverwritten(library: StoryLibrary): void {
  const { account, stranger = 'x' } = library.participants
  library.restoredAt = undefined
  account.keepAside([...account.all()].filter((word) => word.startsWith(stranger)))
}

/**
 * A document that was begun since may have the id and the ETag of one that the restore forgot: a change of that one that
 * was on its way at the same moment lands over it, and its words are in its versions alone.
 */
async function keepOverwritten({ actor, participants }: StoryLibrary, restoredAt: number): Promise<void> {
  const { other } = actor.writer
  const list = await other.call('documents.list', { query: { per_page: 100 } })
  if (list.kind !== 'ok') return
  for (const { id, created_at } of list.data) {
    if (Date.parse(created_at ?? '') < restoredAt) continue
    const versions = await other.call('versions.list', { params: { id }, query: { per_page: 100 } })
    if (versions.kind === 'ok')
      participants.account.keepAside(versions.data.flatMap(({ content }) => wordsOf(content ?? '')))
  }
}

async function show(world: World, library: StoryLibrary): Promise<string | undefined> {
  const { app, clock } = world
  for (let tries = 0; tries < TRIES; tries++) {
    world.makeWell()
    if (!app.isAlive() || app.life() === undefined) await startAgain(world)
    if (app.windows.length === 0) app.openWindow()
    await clock.advance(tries === 0 ? 1_000 : MINUTE)
    if (app.atWork().length > 0) continue
    seeRemoved(world, library)
    if (world.active() === library && isShown(world, library)) return brokenNow(world)
    const { connectionId } = library
    const window = app.windows.find((one) => one.takesKeys() && one.current() !== undefined)
    if (connectionId === undefined) await attempt(library.participants, () => connects(world, library))
    else if (window && world.active() !== library)
      await attempt(library.participants, () => window.app.ask('connection.activate', { id: connectionId }))
    await clock.advance(3_000)
    const broken = brokenNow(world)
    if (broken !== undefined) return broken
  }
  const left = app.atWork()
  return left.length > 0
    ? `main never answers: ${left.join(', ')}`
    : `${library.mark} cannot be shown any more`
}

const isShown = ({ app }: World, { connectionId }: StoryLibrary): boolean =>
  app.windows.every((one) => one.takesKeys() && one.current()?.connectionId === connectionId)
