import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { keyForm } from '../shared/ipc-connections'
import { writeWhole } from './write-whole'

/** The library that the app itself serves; always there, never removed. */
export const EMBEDDED_ID = 'embedded'

const known = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,64}$/),
  name: z.string().min(1).max(100),
  kind: z.enum(['embedded', 'service']),
  /** `{base_url}` of the API document; empty for the embedded service, whose port changes at every start. */
  address: z.string().max(2_000),
  /** In which form this service takes the key (requirement D1); absent: the key's prefix decides. */
  form: keyForm.optional(),
  /** Taken from the list while its library still held unsent texts: the address brings it back. */
  isRemoved: z.boolean().optional(),
})
export type KnownConnection = Readonly<z.infer<typeof known>>
const listFile = z.object({ activeId: z.string(), connections: z.array(known) })

const EMBEDDED: KnownConnection = { id: EMBEDDED_ID, name: 'My library', kind: 'embedded', address: '' }

export interface ConnectionList {
  all(): readonly KnownConnection[]
  /** Also those that were removed with unsent texts; the latest first. */
  withAddress(address: string): readonly KnownConnection[]
  active(): KnownConnection
  /** Adds it at the end, or replaces the one with the same id where it stands. */
  put(connection: KnownConnection): void
  remove(id: string): void
  activate(id: string): KnownConnection | undefined
}

/** The connections this profile knows, in `connections.json`; keys are not here but in `secrets.ts`. A damaged file leaves the embedded library. */
export function openConnectionList(folder: string): ConnectionList {
  const file = path.join(folder, 'connections.json')
  let current = read(file)
  const store = (next: z.infer<typeof listFile>) => {
    writeWhole(file, JSON.stringify(next, null, 2))
    current = next
  }
  const find = (id: string) => current.connections.find((connection) => connection.id === id)
  return {
    all: () => current.connections.filter(({ isRemoved }) => isRemoved !== true),
    withAddress: (address) =>
      current.connections.filter((one) => one.kind === 'service' && one.address === address).reverse(),
    active: () => find(current.activeId) ?? EMBEDDED,
    put(connection) {
      const at = current.connections.findIndex(({ id }) => id === connection.id)
      const connections =
        at < 0 ? [...current.connections, connection] : current.connections.with(at, connection)
      store({ ...current, connections })
    },
    remove(id) {
      store({ ...current, connections: current.connections.filter((one) => one.id !== id) })
    },
    activate(id) {
      const found = find(id)
      if (found !== undefined) store({ ...current, activeId: id })
      return found
    },
  }
}

function read(file: string): z.infer<typeof listFile> {
  try {
    const list = listFile.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
    if (list.connections.some(({ id }) => id === EMBEDDED_ID)) return list
    return { ...list, connections: [EMBEDDED, ...list.connections] }
  } catch {
    return { activeId: EMBEDDED_ID, connections: [EMBEDDED] }
  }
}
