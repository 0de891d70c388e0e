import { messageOf } from '../../shared/thrown'
import { appError } from '../../shared/problem'
import type { Clock } from '../system/clock'
import { deleteFolder, deleteLeftFolders } from './delete-folder'
import type { Secrets } from './keys/secrets'
import {
  EMBEDDED_ID,
  withoutRemoval,
  type ConnectionList,
  type KnownConnection,
} from './list/connection-list'
import { deletedAt, withPassedTime } from './list/removed-time'
import type { OnlyHere } from './workspace/unsent'
import type { Workspaces } from './workspaces'

export interface RemovingParts {
  readonly profile: string
  readonly list: ConnectionList
  readonly secrets: Secrets
  readonly workspaces: Pick<
    Workspaces,
    'active' | 'current' | 'listed' | 'activate' | 'visit' | 'stopSending' | 'keyChanged'
  > & {
    readonly open: Pick<Workspaces['open'], 'whenClosed'>
  }
  readonly clock: Clock
}

interface Named {
  readonly id: string
}

export type Removing = ReturnType<typeof createRemoving>

/**
 * Removes connections at the writer's request: their libraries stay on this device for a time, and can be brought back.
 */
export function createRemoving({ profile, list, secrets, workspaces, clock }: RemovingParts) {
  function removed(id: string): KnownConnection {
    const found = list.removed().find((one) => one.id === id)
    if (found === undefined) throw appError('not-found-here', 'This library is not on this device any more.')
    return found
  }

  const isRemoved = (id: string) => list.removed().some((one) => one.id === id)
  /**
   * Ends the wait for a removed library to close once the library is wanted again: it may then be on screen for days.
   */
  const wanted = new Map<string, (() => void)[]>()

  /** Resolves when nobody has the removed library open any more; `false` where it was wanted again meanwhile. */
  async function whenReleased(id: string): Promise<boolean> {
    const isWanted = new Promise<void>((resolve) => wanted.set(id, [...(wanted.get(id) ?? []), resolve]))
    await Promise.race([workspaces.open.whenClosed(id), isWanted])
    return isRemoved(id)
  }

  function bringBack(connection: KnownConnection): void {
    list.put(connection)
    for (const resolve of wanted.get(connection.id) ?? []) resolve()
    wanted.delete(connection.id)
  }

  /**
   * Deletes the library. If the app is killed before the folder is moved away, the whole library is left; the next
   * start finds and lists it again.
   */
  async function deleteForGood(id: string): Promise<void> {
    if (!(await whenReleased(id))) return
    const connection = removed(id)
    secrets.remove(id)
    list.remove(id)
    await deleteFolder(profile, id).catch((error: unknown) => {
      list.put(connection)
      throw error
    })
  }

  async function countOn(one: KnownConnection): Promise<void> {
    // The key still exists where the app ended before the library was closed.
    secrets.remove(one.id)
    if (deletedAt(one) === undefined) return
    const deletion = withPassedTime(one, clock.now())
    if (deletion.at < deletion.seenAt) await deleteForGood(one.id)
    else list.put({ ...one, deletion })
  }

  return {
    /** The removed connections, the latest first. */
    listed: () =>
      list
        .removed()
        .toSorted((one, other) => (other.removedAt ?? 0) - (one.removedAt ?? 0))
        .map(inList),
    bringBack,

    async remove({ id }: Named): Promise<void> {
      const connection = workspaces.listed(id)
      if (id === EMBEDDED_ID) throw appError('not-allowed', 'The library on this machine stays.')
      workspaces.stopSending(id)
      if (id === workspaces.current().id) await workspaces.activate(EMBEDDED_ID)
      if (await workspaces.visit(connection, ({ documents }) => documents.unwritten().length > 0))
        throw appError('storage-full', UNWRITTEN)
      // From now on the library cannot be chosen. Windows may still have words of it, which count among those that no
      // service has.
      const { sending: _sending, ...kept } = connection
      const gone = { ...kept, removedAt: clock.now() }
      list.put({ ...gone, unsent: 1 })
      // The library may stay open for a long time, and be brought back meanwhile: then it asks for its key.
      secrets.remove(id)
      await workspaces.keyChanged(id)
      if (!(await whenReleased(id))) return
      const unsent = await workspaces.visit(connection, (workspace) => countOf(workspace.unsent()))
      // A writer who has connected to it again meanwhile keeps it.
      if (!isRemoved(id)) return
      // A library that this app serves exists nowhere else.
      const onlyHere = connection.kind === 'embedded' ? Math.max(1, unsent) : unsent
      list.put({ ...gone, ...(onlyHere > 0 && { unsent: onlyHere }) })
      workspaces.active().settingsChanged()
    },

    /** Brings a removed connection back; a second press has no further effect. */
    async restore({ id }: Named): Promise<void> {
      if (list.all().some((one) => one.id === id)) return
      bringBack(withoutRemoval(removed(id)))
      workspaces.active().settingsChanged()
    },

    async delete({ id }: Named): Promise<void> {
      await deleteForGood(removed(id).id)
      workspaces.active().settingsChanged()
    },

    /**
     * Counts the time of removed libraries, and deletes those whose time is over; called once at each start. A library
     * that cannot be deleted does not keep others from being deleted; the promise rejects after all were tried.
     */
    async deleteExpired(): Promise<void> {
      const failures: unknown[] = []
      const failed = (error: unknown) => void failures.push(error)
      for (const one of list.removed()) await countOn(one).catch(failed)
      await deleteLeftFolders(profile).catch(failed)
      if (failures.length > 0) throw new AggregateError(failures, failures.map(messageOf).join(' '))
    },
  }
}

const UNWRITTEN = 'Some words of this library could not be written to this disk yet. Make room first.'

function inList(one: KnownConnection) {
  const { id, name, address } = one
  const at = deletedAt(one)
  return { id, name, address, ...(at !== undefined && { deletedAt: at }) }
}

const countOf = ({ texts, changes, setAside, captured }: OnlyHere): number =>
  texts.length + changes.length + setAside + (captured.trim() === '' ? 0 : 1)
