import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { chosenPlaces, countPlaces, placeKey } from '../search/replace-places'
import search from '../search/search.module.css'
import { showOverlay } from '../state/store'
import { CheckBox } from '../ui/check-box'
import { toggled } from '../../shared/toggled'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import { linkUpdate, offerLinkUpdate, rewriteLinks, type RenamedLinks } from './link-offer'
import { type DocumentId, shownTitle } from '../../shared/terms'

const LINKS_SHOWN = 200

/**
 * Lists every link that still has the old title, before and after the change. Single links can be excluded; the others
 * are rewritten in one batch.
 */
export function UpdateLinksDialog({ id, before, after }: RenamedLinks & { readonly id: DocumentId }) {
  const app = useApp()
  const renamed = { before, after }
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const { data, error } = useQuery({
    queryKey: ['update-links', before, after],
    gcTime: 0,
    // Unsaved typing is saved first, so that the positions match the current texts.
    queryFn: () => app.sessions.flushAll().then(() => app.client.ask('replace.preview', linkUpdate(renamed))),
  })
  const documents = data?.documents ?? []
  const places = documents.flatMap(({ documentId, title, hits }) =>
    hits.map((hit) => ({ ...hit, title, key: placeKey(documentId, hit) })),
  )
  const chosen = chosenPlaces(documents, leftOut)
  const links = countPlaces(chosen)
  /** The links stay as they are, and so does the offer to update them. */
  function cancel(): void {
    showOverlay(null)
    void offerLinkUpdate(app, id, renamed)
  }
  return (
    <Dialog label="Update links" heading onClose={cancel}>
      {error === null ? null : <p role="alert">{error.message}</p>}
      <ul aria-label="Links" className={`${search.places} ${search.dialogPlaces}`} tabIndex={0}>
        {places
          .slice(0, LINKS_SHOWN)
          .map(({ key, title, before: left, found, replacement, after: right }) => (
            <li key={key}>
              <CheckBox
                className={search.place}
                checked={!leftOut.has(key)}
                onChange={(isIn) => setLeftOut(toggled(leftOut, key, !isIn))}
              >
                <span className={search.line}>
                  <span className={search.title}>{shownTitle(title)}</span> {left}
                  <del>{found}</del>
                  <ins>{replacement}</ins>
                  {right}
                </span>
              </CheckBox>
            </li>
          ))}
      </ul>
      {places.length > LINKS_SHOWN ? <p>More links aren’t shown but will be updated.</p> : null}
      <DialogFoot>
        <Button onClick={cancel}>Cancel</Button>
        <Button
          kind="primary"
          disabled={links === 0}
          onClick={() => {
            showOverlay(null)
            void rewriteLinks(app, chosen)
          }}
        >
          Update {counted(links, 'link')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
