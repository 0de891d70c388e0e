import fs from 'node:fs'
import path from 'node:path'
import {
  folderOf,
  notedIn,
  noteInFolder,
  readConnection,
  type ConnectionList,
  type KnownConnection,
} from '../connections/list/connection-list'
import { appError } from '../../shared/problem'
import { isWord } from '../spelling/personal-words'
import { writeAtomically } from '../system/atomic-write'
import { isRecord, listIn } from '../system/profile-file'
import type { SettingsFile } from '../system/settings'
import { settingsFrom } from './carried-settings'
import { attempt } from '../../shared/thrown'

/** A library in the transfer file, and the connection that it becomes on this device. */
export interface Arriving {
  readonly index: number
  /** The id of the connection in the profile that it comes from. */
  readonly from: string
  readonly connection: KnownConnection
}

/** The writer's decision about the file. */
interface Arrival {
  readonly libraries: readonly Arriving[]
  readonly withSettings: boolean
}

interface ArrivalParts {
  readonly profile: string
  readonly list: Pick<ConnectionList, 'put'>
  readonly settings: Pick<SettingsFile, 'get' | 'set' | 'isSet'>
  readonly addWords: (words: readonly string[]) => void
}

const READY = 'ready.json'

/** The folder in which a file from another computer is unpacked. */
export const arrivalFolder = (profile: string): string => path.join(profile, 'transfer-in')

/**
 * Records the decision to bring in the file. From this moment on everything in it is brought in, whatever happens;
 * before, nothing is. The decision is durable when this returns.
 */
export function decideArrival(profile: string, arrival: Arrival): void {
  for (const { connection } of arrival.libraries)
    if (readConnection(connection) === undefined)
      throw appError('unexpected', `“${connection.name}” cannot be in your list of libraries.`)
  for (const { index, connection } of arrival.libraries) noteInFolder(libraryIn(profile, index), connection)
  writeAtomically(path.join(arrivalFolder(profile), READY), JSON.stringify(arrival))
}

/**
 * Moves everything that was decided into its place. An earlier run that was ended may have done some of the steps
 * already. No existing file is overwritten.
 */
export function settleArrival(parts: ArrivalParts): Arrival {
  const { profile, list } = parts
  const folder = arrivalFolder(profile)
  const arrival = decisionIn(profile)
  fs.mkdirSync(path.join(profile, 'connections'), { recursive: true, mode: 0o700 })
  for (const { index, connection } of arrival.libraries) {
    const target = folderOf(profile, connection.id)
    if (fs.existsSync(libraryIn(profile, index)) && !fs.existsSync(target))
      fs.renameSync(libraryIn(profile, index), target)
    list.put(connection)
  }
  if (arrival.withSettings) takeSettings(parts, arrival)
  // The record of the decision is removed last: without it the next start would report that nothing was brought in.
  for (const name of fs.readdirSync(folder)) if (name !== READY) remove(path.join(folder, name))
  remove(folder)
  return arrival
}

/**
 * The recorded decision. If its file was damaged, it is rebuilt from the folders of the chosen libraries, each of which
 * names its connection.
 */
function decisionIn(profile: string): Arrival {
  const json = jsonIn(arrivalFolder(profile), READY)
  if (isRecord(json) && (listIn(json, 'libraries') ?? [undefined]).every(isArriving))
    return json as unknown as Arrival
  const libraries = fs.existsSync(libraryIn(profile, '')) ? fs.readdirSync(libraryIn(profile, '')) : []
  return {
    libraries: libraries.flatMap((index) => {
      const connection = notedIn(libraryIn(profile, index))
      return connection === undefined ? [] : [{ index: Number(index), from: '', connection }]
    }),
    withSettings: false,
  }
}

const isArriving = (one: unknown): boolean =>
  isRecord(one) && Number.isInteger(one['index']) && readConnection(one['connection']) !== undefined

/** Whether a decided arrival is not complete yet. */
export const isDecided = (profile: string): boolean => fs.existsSync(path.join(arrivalFolder(profile), READY))

/** Completes or removes an arrival that an earlier run has left unfinished. */
export function finishArrival(parts: ArrivalParts): 'nothing' | 'broken-off' | Arrival {
  const folder = arrivalFolder(parts.profile)
  if (!fs.existsSync(folder)) return 'nothing'
  if (isDecided(parts.profile)) return settleArrival(parts)
  const isEmpty = fs.readdirSync(folder).length === 0
  forgetArrival(parts.profile)
  return isEmpty ? 'nothing' : 'broken-off'
}

export const forgetArrival = (profile: string): void => remove(arrivalFolder(profile))

const remove = (file: string): void => fs.rmSync(file, { recursive: true, force: true, maxRetries: 3 })

/** How many of its settings and dictionary words are not on this device yet. */
export function countSettings(
  profile: string,
  settings: ArrivalParts['settings'],
  words: readonly string[],
): { readonly settings: number; readonly words: number } {
  const folder = arrivalFolder(profile)
  const here = new Set(words)
  return {
    settings: Object.keys(settingsFrom(jsonIn(folder, 'settings.json'), new Map(), settings)).length,
    words: wordsIn(folder).filter((word) => !here.has(word)).length,
  }
}

function takeSettings({ profile, settings, addWords }: ArrivalParts, { libraries }: Arrival): void {
  const folder = arrivalFolder(profile)
  const ids = new Map(libraries.map(({ from, connection }) => [from, connection.id]))
  settings.set(settingsFrom(jsonIn(folder, 'settings.json'), ids, settings))
  const words = wordsIn(folder)
  if (words.length > 0) addWords(words)
  for (const name of ['word-styles', 'covers', 'dictionaries'])
    addMissing(path.join(folder, name), path.join(profile, name))
}

const libraryIn = (profile: string, index: number | string): string =>
  path.join(arrivalFolder(profile), 'libraries', String(index))

const jsonIn = (folder: string, name: string): unknown =>
  attempt((): unknown => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')))

const wordsIn = (folder: string): readonly string[] => {
  const json = jsonIn(folder, 'dictionary.json')
  return (isRecord(json) ? (listIn(json, 'words') ?? []) : []).filter(isWord)
}

function addMissing(from: string, to: string): void {
  if (!fs.existsSync(from)) return
  fs.mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of fs.readdirSync(from))
    if (!fs.existsSync(path.join(to, name))) fs.renameSync(path.join(from, name), path.join(to, name))
}
