import { Link2 } from 'lucide-react'
import { useState } from 'react'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import { type DocumentId, shownTitle } from '../../shared/terms'
import { useRefusals } from '../state/abilities'
import { useApp } from '../state/context'
import { useSession, useSessionPart } from '../document/use-session'
import { TextsElsewhere } from '../library/texts-elsewhere'
import { useAnswer, useOfConnection } from '../state/queries'
import { HitList } from '../search/hit-list'
import { landOn } from '../search/hits'
import { PassageList } from '../search/passage-list'
import { useWindow } from '../state/store'
import { showUndone } from '../state/actions/show-undone'
import { showToast } from '../state/toasts'
import { usePanelGivesWay } from '../state/use-panel-gives-way'
import { PanelFrame } from '../ui/panel-frame'
import panel from '../ui/side-panel.module.css'

const LIMIT = 100

/**
 * The texts that mention the active document, as a link or by its title alone; each opens at the mentioning sentence.
 */
export function LinksPanel() {
  const active = useWindow((state) => state.active)
  const connection = useOfConnection(({ id }) => id)
  const { data, error } = useAnswer(
    ['links', connection, active],
    'search.links',
    { id: active ?? '', limit: LIMIT },
    { enabled: active !== null, gcTime: 0 },
  )
  const found = active === null ? undefined : data
  const isAlone = found !== undefined && found.links.length + found.mentions.length === 0
  return (
    <PanelFrame name="Links">
      {error !== null ? <p className={panel.hint}>{error.message}</p> : null}
      {isAlone ? (
        <p className={panel.hint}>No links to this document yet. Type [[ to link to a document.</p>
      ) : null}
      <TextsElsewhere so="they are not looked through" />
      <LinkedFrom hits={found?.links ?? []} />
      {active === null ? null : <Mentions id={active} hits={found?.mentions ?? []} />}
    </PanelFrame>
  )
}

const countText = (hits: readonly SearchHit[]) => (hits.length === LIMIT ? `the first ${LIMIT}` : hits.length)

function LinkedFrom({ hits }: { readonly hits: readonly SearchHit[] }) {
  const { sessions } = useApp()
  const giveWay = usePanelGivesWay()
  const [cursor, setCursor] = useState(0)
  if (hits.length === 0) return null
  return (
    <>
      <h3 className={panel.group}>Linked from · {countText(hits)}</h3>
      <HitList
        label="Linked from"
        hits={hits}
        cursor={Math.min(cursor, hits.length - 1)}
        open={-1}
        onCursor={setCursor}
        onOpen={(index) => {
          const hit = hits[index]
          if (hit !== undefined) void landOn(sessions, hit).then(giveWay)
        }}
      />
    </>
  )
}

/** Characters that the text of a link cannot contain. */
const SIGNS = /[\][|]/

/** Texts that mention the document without a link; one click turns the mention into a link. */
function Mentions({ id, hits }: { readonly id: DocumentId; readonly hits: readonly SearchHit[] }) {
  const { actions, sessions } = useApp()
  const giveWay = usePanelGivesWay()
  const title = useSessionPart(useSession(id), (view) => view.title) ?? ''
  const write = useRefusals()('documents:write')
  const refused = write ?? (SIGNS.test(title) ? 'this title cannot stand in a link' : undefined)
  if (hits.length === 0) return null

  async function link(hit: SearchHit): Promise<void> {
    // Unsaved typing is saved first, so that main searches for the sentence that the writer sees.
    await sessions.flushAll()
    const { documentId, passage, start, before, after } = hit
    const made = await actions.run('replace.link', {
      ...{ documentId, targetId: id, passage, before, after },
      ...(start !== undefined && { start }),
    })
    if (made === undefined) return
    const linked = `Linked in “${shownTitle(hit.title)}”`
    showToast(linked, [{ label: 'Undo', run: () => void undo(made.id, linked) }])
  }

  async function undo(made: string, linked: string): Promise<void> {
    const undone = await actions.run('replace.undo', { id: made })
    if (undone !== undefined) showUndone(linked, undone)
  }

  return (
    <>
      <h3 className={panel.group}>Unlinked mentions · {countText(hits)}</h3>
      <PassageList
        label="Unlinked mentions"
        hits={hits}
        actions={[
          {
            icon: Link2,
            label: 'Link it',
            refused: () => refused,
            run: (hit) => void link(hit),
          },
        ]}
        onOpen={(hit) => void landOn(sessions, hit).then(giveWay)}
      />
    </>
  )
}
