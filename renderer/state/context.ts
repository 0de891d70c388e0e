import { createContext, useContext } from 'react'
import type { Client } from '../bridge/bridge'
import type { Speller } from '../editor/editor'
import type { Actions } from './actions/actions'
import type { Sessions } from './sessions'

/** The objects that every view may use; created once, in `mount.tsx`. */
export interface App {
  /** The connection of the library that these objects belong to. */
  readonly connectionId: string
  readonly client: Client
  readonly sessions: Sessions
  readonly actions: Actions
  /** One speller for the whole window, whatever library is on screen. */
  readonly speller: Speller
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('a view was drawn outside of the app')
  return app
}
