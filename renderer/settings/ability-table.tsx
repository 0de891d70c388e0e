import type { Connection } from '../../shared/ipc/ipc-sync'
import type { Ability } from '../../shared/terms'
import styles from './settings.module.css'

const THINGS = [
  ['Documents', 'documents'],
  ['Folders', 'folders'],
  ['Tags', 'tags'],
  ['Files', 'files'],
] as const

const WORDS = { yes: 'yes', no: 'no', unknown: 'not yet known' } as const

/** What a key may do, as far as it is known: the ability to write is known once a write was tried. */
export function AbilityTable({ abilities }: { readonly abilities: Connection['abilities'] }) {
  const cell = (ability: Ability) => <td data-known={abilities[ability]}>{WORDS[abilities[ability]]}</td>
  return (
    <table className={styles.abilities}>
      <caption className="visually-hidden">What the key may do</caption>
      <thead>
        <tr>
          <th scope="col">The key may</th>
          <th scope="col">read</th>
          <th scope="col">write</th>
        </tr>
      </thead>
      <tbody>
        {THINGS.map(([label, thing]) => (
          <tr key={thing}>
            <th scope="row">{label}</th>
            {cell(`${thing}:read`)}
            {cell(`${thing}:write`)}
          </tr>
        ))}
        <tr>
          <th scope="row">Search by meaning</th>
          <td colSpan={2} data-known={abilities['rag:read']}>
            {WORDS[abilities['rag:read']]}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
