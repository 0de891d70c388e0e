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
/** How often a failed start of the app, or opening of a library, is repeated after all faults have ended. */
const TRIES = 12

/**
 * Runs the stories of this seed for the whole app. In every second pair of seeds, the disk can remain full when a
 * library is left or the app quits.
 */
export const runAnyApp = (seed: number): Promise<Result> =>
  runApp(seed, seed % 4 < 2 ? APP_MOVES : APP_MOVES_WITH_LOSSES)

/** Runs several stories of the whole app in one world. The same seed always gives the same stories. */
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

/** Starts the app, which must succeed whatever the previous life left and whichever library cannot be opened. */
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

/** Checks that an entry of a newer version in the list is kept and hides no library. */
function checkList({ app, disk, libraries, breaches }: World): void {
  const life = app.life()
  if (life === undefined) return
  const listed = new Set(life.workspaces.list().map(({ id }) => id))
  for (const { mark, connectionId, removedId } of libraries)
    if (connectionId !== undefined && connectionId !== removedId && !listed.has(connectionId))
      breaches.push(`${mark} is not listed any more`)
  if (!disk.keepsNewerEntry()) breaches.push('an entry of a newer version is lost from the list')
}

/** After all faults have ended, shows each library in turn, waits until its state is settled, and checks it. */
async function settleAll(world: World, isLast: boolean): Promise<string | undefined> {
  for (const library of world.libraries) {
    const { restoredAt } = library
    if (restoredAt !== undefined) mayBeOverwritten(library)
    const shown = await show(world, library)
    if (shown !== undefined) return shown
    const rest = () => (isLast ? settle : settleSoon)(library.participants)
    let broken = await rest()
    // A state that went back behind newer changes is detected only by the daily check of the whole list.
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
 * After a restore, the ETag that guards a write may name another text. This cannot be detected before the list shows
 * that times went back, so words that somebody else wrote until then may exist only in versions (docs/security.md).
 */
function mayBeOverwritten(library: StoryLibrary): void {
  const { account, stranger = 'x' } = library.participants
  library.restoredAt = undefined
  account.keepAside([...account.all()].filter((word) => word.startsWith(stranger)))
}

/**
 * A document created after the restore may have the id and the ETag of a document forgotten by the restore. A change of
 * the forgotten one that is sent at that moment overwrites the new one, whose words are then only in its versions.
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
