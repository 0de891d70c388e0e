import { useState } from 'react'
import { goToLibrary } from '../state/actions/go-to-library'
import { useApp } from '../state/context'
import { useActiveConnection, useConnections } from '../state/queries'
import { ConnectForm } from './connect-form'
import { ConnectionDetails } from './connection-details'
import { RemovedLibraries } from './removed-libraries'
import { useIsShown } from './setting-line'
import styles from './settings.module.css'

/**
 * The libraries of this profile: the one on screen, the others, and a form for a new one. `form` is the form that the
 * writer asked for.
 */
export function ConnectionSettings({ form }: { readonly form?: 'connect' | 'key' | undefined }) {
  const { actions } = useApp()
  const { data } = useConnections()
  const connection = useActiveConnection()
  const [isChanging, setChanging] = useState(form === 'key')
  const changing = isChanging ? connection : undefined
  const isFormShown = useIsShown('Connect to a service address API key test')
  const isListShown = useIsShown('Removed libraries on this device bring back delete')
  const others = data?.connections.filter(({ id }) => id !== data.activeId) ?? []
  return (
    <>
      {connection === undefined ? null : (
        <ConnectionDetails
          key={connection.id}
          connection={connection}
          onChangeKey={() => setChanging(true)}
        />
      )}
      {others.length === 0 ? null : (
        <section aria-label="Other libraries">
          <h3 className={styles.heading}>Other libraries</h3>
          <ul className={styles.others}>
            {others.map(({ id, name, address, waiting }) => (
              <li key={id}>
                <button type="button" className={styles.other} onClick={() => void goToLibrary(actions, id)}>
                  <bdi>{name}</bdi>
                  <span>{waiting > 0 ? `${waiting} not sent yet` : address}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isListShown ? <RemovedLibraries removed={data?.removed ?? []} /> : null}
      {isFormShown ? (
        <section aria-label="Connect to a service" data-setting>
          <h3 className={styles.heading}>
            {changing === undefined ? 'Connect to a service' : 'Change the key of this library'}
          </h3>
          {data?.restriction === undefined ? null : <p className={styles.note}>{data.restriction}</p>}
          <ConnectForm
            key={changing?.address ?? ''}
            initialAddress={changing?.address ?? ''}
            of={changing?.id}
            focus={changing !== undefined ? 'key' : form === 'connect' ? 'address' : undefined}
          />
        </section>
      ) : null}
    </>
  )
}
