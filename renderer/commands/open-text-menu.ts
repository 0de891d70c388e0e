import type { MenuSubject } from '../editor/editor'
import type { Session } from '../state/sessions'
import { holdingKeysHere } from '../state/typed/type-ahead'

/** Opens a menu at the cursor of a text; keys pressed meanwhile go to that menu. */
export const openTextMenu = (session: Session | undefined, about: MenuSubject): void =>
  void holdingKeysHere(async () => {
    session?.editor.focus()
    session?.editor.openMenu(about)
    // By the next task the menu is rendered and has the focus.
    await new Promise((resolve) => setTimeout(resolve))
  })
