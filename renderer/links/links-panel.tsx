import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SearchHit } from '../../shared/ipc-search'
import { useApp } from '../context'
import { useActiveConnection } from '../queries'
import { HitList } from '../search/hit-list'
import { landOn } from '../search/hits'
import { useWindow } from '../store'
import { PanelFrame } from '../window/panel-frame'
import panel from '../window/side-panel.module.css'

const LIMIT = 100

/** Which other texts name the one on screen, in double brackets or by its title alone; each opens at its sentence. */
export function LinksPanel() {
  const { client } = useApp()
  const active = useWindow((state) => state.active)
  const connection = useActiveConnection()?.id
  const { data, error } = useQuery({
    queryKey: ['links', connection, active],
    enabled: active !== null,
    gcTime: 0,
    queryFn: () => client.ask('search.links', { id: active ?? '', limit: LIMIT }),
  })
  const found = active === null ? undefined : data
  const isAlone = found !== undefined && found.links.length + found.mentions.length === 0
  return (
    <PanelFrame name="Links">
      {error !== null ? <p className={panel.hint}>{error.message}</p> : null}
      {isAlone ? (
        <p className={panel.hint}>
          No other text names this document. Two opening brackets, [[, link to one by its title.
        </p>
      ) : null}
      <Found name="Linked from" hits={found?.links ?? []} />
      <Found name="Mentioned without a link" hits={found?.mentions ?? []} />
    </PanelFrame>
  )
}

function Found({ name, hits }: { readonly name: string; readonly hits: readonly SearchHit[] }) {
  const { sessions } = useApp()
  const [cursor, setCursor] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  if (hits.length === 0) return null
  return (
    <>
      <h3 className={panel.group}>
        {name} · {hits.length === LIMIT ? `the first ${LIMIT}` : hits.length}
      </h3>
      <HitList
        ref={list}
        label={name}
        hits={hits}
        cursor={Math.min(cursor, hits.length - 1)}
        open={-1}
        onCursor={(index) => {
          setCursor(index)
          list.current?.querySelectorAll<HTMLElement>('[role="option"]')[index]?.focus()
        }}
        onOpen={(index) => {
          const hit = hits[index]
          if (hit !== undefined) void landOn(sessions, hit)
        }}
      />
    </>
  )
}
