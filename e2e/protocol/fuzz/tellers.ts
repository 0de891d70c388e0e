import { tellAnyApp } from './app/story'
import { tell, type Told } from './story'

/** What a seed tells: of the client of one library, or of the whole app with several. A seed always tells the same. */
export const TELLERS = { client: tell, app: tellAnyApp } satisfies Record<
  string,
  (seed: number) => Promise<Told>
>
export type TellerName = keyof typeof TELLERS
