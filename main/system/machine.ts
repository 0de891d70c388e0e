import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { attempt } from '../../shared/thrown'
import { writeAtomically } from './atomic-write'

/** The identity of the device that a profile belongs to. */
export interface Device {
  /** Random; it changes when the profile is used elsewhere. */
  readonly id: string
  /** Present where the profile was used elsewhere before, in whole or as a copy; `first`: it was never used here. */
  readonly came?: 'first' | 'back'
}

/** A place where the profile was used, in hashes, from which nobody can identify the machine. */
interface Place {
  readonly machine: string
  readonly path: string
  /** The inode number of its folder: a renamed folder keeps it, and a copy has another one. */
  readonly folder: string
}

interface Kept {
  readonly id: string
  readonly salt: string
  /** The places, the latest first. */
  readonly places: readonly Place[]
}

const FILE = 'device.json'
const PLACES_MAX = 20
const ASKED_MS = 2_000

/**
 * The device that this profile is. It becomes another device where the profile was last used on another machine, or in
 * another folder of this one: after a copy, the original may still be in use. Durable when this returns, as far as the
 * disk allows.
 */
export function openDevice(profile: string, machine: () => string = machineId): Device {
  const file = path.join(profile, FILE)
  const kept = readKept(file)
  const salt = kept?.salt ?? randomUUID()
  const here = placeOf(profile, salt, machine())
  const isHere = (place: Place) =>
    place.machine === here.machine && (place.path === here.path || place.folder === here.folder)
  const [last, ...earlier] = kept?.places ?? []
  const isSame = kept !== undefined && last !== undefined && isHere(last)
  const id = isSame ? kept.id : randomUUID()
  const before = isSame ? earlier : (kept?.places ?? [])
  const places = [here, ...before.filter((place) => !isHere(place))].slice(0, PLACES_MAX)
  const next: Kept = { id, salt, places }
  if (JSON.stringify(next) !== JSON.stringify(kept))
    // If the disk rejects the file, the next start makes another device of it, which is as safe.
    attempt(() => writeAtomically(file, JSON.stringify(next, null, 2) + '\n'))
  if (isSame || last === undefined) return { id }
  return { id, came: before.some(isHere) ? 'back' : 'first' }
}

function placeOf(profile: string, salt: string, machine: string): Place {
  const hash = (text: string) => createHash('sha256').update(`${salt}\n${text}`).digest('hex').slice(0, 32)
  const real = attempt(() => fs.realpathSync(profile)) ?? profile
  const number = attempt(() => fs.statSync(real, { bigint: true }).ino.toString()) ?? ''
  return { machine: hash(machine), path: hash(real), folder: hash(`folder ${number}`) }
}

function readKept(file: string): Kept | undefined {
  const json = attempt(() => JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Kept>)
  const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 100
  const { id, salt, places } = json ?? {}
  if (!isText(id) || !isText(salt) || !Array.isArray(places)) return undefined
  const isPlace = (place: Partial<Place> | null) =>
    isText(place?.machine) && isText(place?.path) && isText(place?.folder)
  return { id, salt, places: (places as Place[]).filter(isPlace) }
}

/** The system's id of this machine; its network name where that is not available. */
function machineId(): string {
  const found = attempt(() => ASKED[process.platform]?.())
  return found === undefined || found.trim() === '' ? `host ${os.hostname()}` : found.trim()
}

const ASKED: Readonly<Partial<Record<NodeJS.Platform, () => string | undefined>>> = {
  linux: () =>
    ['/etc/machine-id', '/var/lib/dbus/machine-id']
      .map((file) => attempt(() => fs.readFileSync(file, 'utf8').trim()))
      .find((id) => id !== undefined && id !== ''),
  darwin: () =>
    /"IOPlatformUUID" = "([^"]+)"/.exec(
      asked('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']),
    )?.[1],
  win32: () =>
    /MachineGuid\s+REG_SZ\s+(\S+)/.exec(
      asked(path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe'), [
        'query',
        'HKLM\\SOFTWARE\\Microsoft\\Cryptography',
        '/v',
        'MachineGuid',
      ]),
    )?.[1],
}

const asked = (program: string, words: string[]): string =>
  execFileSync(program, words, {
    encoding: 'utf8',
    timeout: ASKED_MS,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
