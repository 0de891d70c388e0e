import { useState } from 'react'
import type { Connection } from '../../shared/ipc/ipc-sync'
import { useApp } from '../state/context'
import { useTyped } from '../state/typed/use-typed'
import { connectionWords } from '../status/connection-words'
import { Button } from '../ui/button'
import { useNow } from '../ui/use-time'
import { AbilityTable } from './ability-table'
import { FolderChoice } from './folder-choice'
import { RemoveConnection } from './remove-connection'
import { SettingLine } from './setting-line'
import styles from './settings.module.css'

/**
 * The connection of the library on screen: its name, the folder of its searches, the abilities of its key and the
 * peculiarities of its service.
 */
export function ConnectionDetails(props: {
  readonly connection: Connection
  readonly onChangeKey: () => void
}) {
  const { connection } = props
  const { actions } = useApp()
  const now = useNow(connection.retryAt !== undefined)
  const [removing, setRemoving] = useState(false)
  const isEmbedded = connection.kind === 'embedded'
  const isDoubted = connection.asksAccount === true || connection.otherAccount
  const ignored = connection.ignoredFields ?? []
  const refused = ignored.length > 0 || Object.values(connection.abilities).includes('no')
  return (
    <section className={styles.details} aria-label="This library">
      <p className={styles.intro}>
        {isEmbedded
          ? `This library is on this computer. You can connect to a service as well; this library won’t change.${isDoubted && connection.problem !== undefined ? ` ${connection.problem.message}` : ''}`
          : `This library is on ${connection.address}. ${connectionWords(connection, now)}.${connection.problem === undefined ? '' : ` ${connection.problem.message}`}`}
      </p>
      {isDoubted ? (
        <div className={styles.rowButtons}>
          <Button onClick={() => void actions.run('connection.confirm-account', { isSame: true })}>
            {isEmbedded ? 'It is the same library' : 'It is my account'}
          </Button>
        </div>
      ) : null}
      <LibraryName connection={connection} />
      <FixedFolder connection={connection} />
      {/* Libraries that came from another computer can be removed; the first one cannot. */}
      {isEmbedded && connection.id !== 'embedded' ? (
        <div className={styles.rowButtons}>
          <Button onClick={() => setRemoving(true)}>Remove…</Button>
        </div>
      ) : null}
      {isEmbedded ? null : (
        <>
          <AbilityTable abilities={connection.abilities} />
          {connection.capabilities.length > 0 ? (
            <>
              <h3 className={styles.heading}>What this service does differently</h3>
              <ul className={styles.capabilities}>
                {connection.capabilities.map((capability) => (
                  <li key={capability}>{capability}</li>
                ))}
              </ul>
            </>
          ) : null}
          <p className={styles.note}>
            {connection.guarded === 'seen'
              ? 'The service prevents one device from overwriting another.'
              : connection.guarded === 'no'
                ? 'The service doesn’t prevent one device from overwriting another, so Stet asks before it deletes.'
                : 'Stet finds out with the next save whether the service prevents one device from overwriting another.'}
          </p>
          <div className={styles.rowButtons}>
            <Button onClick={props.onChangeKey}>Change key…</Button>
            {refused ? (
              <Button onClick={() => void actions.run('connection.ask-again', undefined)}>
                {ignored.length > 0 ? 'Ask again what is possible' : 'Ask again what the key may do'}
              </Button>
            ) : null}
            <Button onClick={() => setRemoving(true)}>Remove…</Button>
          </div>
        </>
      )}
      {removing ? <RemoveConnection connection={connection} onClose={() => setRemoving(false)} /> : null}
    </section>
  )
}

/** The writer's name for the library; an empty name is ignored. */
function LibraryName({ connection }: { readonly connection: Connection }) {
  const { actions } = useApp()
  const [isNameless, setNameless] = useState(false)
  const { typed, type, leave } = useTyped(async (words) => {
    const name = words.trim()
    setNameless(name === '')
    if (name === '') return false
    if (name === connection.name) return true
    return actions.did('connection.rename', { id: connection.id, name })
  })
  return (
    <>
      <SettingLine label="Name">
        <input
          aria-label="Name of this library"
          maxLength={100}
          aria-invalid={isNameless}
          value={typed ?? connection.name}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      </SettingLine>
      {isNameless ? (
        <p className={styles.warning} role="alert">
          A library needs a name. It is still called “{connection.name}”.
        </p>
      ) : null}
    </>
  )
}

/** Requirement B9: the search is limited to one folder and to published documents. */
function FixedFolder({ connection }: { readonly connection: Connection }) {
  const { actions } = useApp()
  const { id: connectionId, fixedFolder } = connection
  /** The main process returns an empty id if the folder no longer exists; then nothing is searched. */
  const isMissing = fixedFolder === ''
  return (
    <>
      <FolderChoice
        label="Limit search to a folder"
        note="Finds only published documents in this folder."
        none="No limit: search everywhere"
        value={fixedFolder ?? null}
        isMissing={isMissing}
        onChange={(folderId) => void actions.run('connection.fix-folder', { id: connectionId, folderId })}
      />
      {isMissing ? (
        <p className={styles.warning} role="alert">
          That folder is missing. Search finds nothing until you choose another folder, or none.
        </p>
      ) : null}
    </>
  )
}
