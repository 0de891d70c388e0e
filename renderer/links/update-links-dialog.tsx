import { useQuery } from '@tanstack/react-query'
import { useApp } from '../context'
import search from '../search/search.module.css'
import { showOverlay } from '../store'
import { Dialog } from '../window/dialog'
import window from '../window/window.module.css'
import { linkUpdate, updateLinks, type RenamedLinks } from './link-offer'

const LINKS_SHOWN = 200

/** Every link that a rename has left behind, as it is and as it would be; then one batch. */
export function UpdateLinksDialog({ before, after }: RenamedLinks) {
  const app = useApp()
  const renamed = { before, after }
  const { data, error } = useQuery({
    queryKey: ['update-links', before, after],
    gcTime: 0,
    queryFn: () => app.client.ask('replace.preview', linkUpdate(renamed)),
  })
  const places = (data?.documents ?? []).flatMap(({ documentId, title, hits }) =>
    hits.map((hit) => ({ ...hit, title, key: `${documentId} ${hit.from}` })),
  )
  const close = () => showOverlay(null)
  return (
    <Dialog label="Update links" heading onClose={close}>
      {error === null ? null : <p role="alert">{error.message}</p>}
      <ul aria-label="Links" className={search.places} tabIndex={0}>
        {places
          .slice(0, LINKS_SHOWN)
          .map(({ key, title, before: left, found, replacement, after: right }) => (
            <li key={key}>
              <span className={search.title}>{title === '' ? 'Untitled' : title}</span>
              <span className={search.line}>
                {left}
                <del>{found}</del>
                <ins>{replacement}</ins>
                {right}
              </span>
            </li>
          ))}
      </ul>
      {places.length > LINKS_SHOWN ? <p>More links aren’t shown but will be updated.</p> : null}
      <div className={window.dialogFoot}>
        <button type="button" className={window.button} onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          className={window.primaryButton}
          disabled={places.length === 0}
          onClick={() => {
            close()
            void updateLinks(app, renamed)
          }}
        >
          Update {places.length === 1 ? '1 link' : `${places.length.toLocaleString('en')} links`}
        </button>
      </div>
    </Dialog>
  )
}
