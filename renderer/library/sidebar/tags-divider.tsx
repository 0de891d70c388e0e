import { useEffect, useState, type RefObject } from 'react'
import { useWindow } from '../../state/store'
import { Divider } from '../../ui/divider'
import { ROW_HEIGHT } from './folder-row'
import { TAG_ROWS_MIN } from './tag-list'

const HEADING_HEIGHT = 36
/** Two rows of folders stay visible, whatever the height of the tags. */
const FOLDERS_MIN = 2 * ROW_HEIGHT

/** The divider between folders and tags. `sections` contains both of them and their headings. */
export function TagsDivider(props: {
  readonly sections: RefObject<HTMLElement | null>
  readonly tags: number
}) {
  const [heights, setHeights] = useState({ sections: 0, tags: 0 })
  const { sections, tags } = props
  useEffect(() => {
    const list = sections.current?.querySelector<HTMLElement>(':scope > [role=listbox]')
    if (sections.current === null || list == null) return
    const around = sections.current
    const observer = new ResizeObserver(() =>
      setHeights({ sections: around.clientHeight, tags: list.offsetHeight }),
    )
    observer.observe(around)
    observer.observe(list)
    return () => observer.disconnect()
  }, [sections])
  const least = Math.min(tags, TAG_ROWS_MIN) * ROW_HEIGHT
  const most = Math.max(least, heights.sections - 2 * HEADING_HEIGHT - FOLDERS_MIN)
  return (
    <Divider
      label="Height of the tags"
      orientation="horizontal"
      side="end"
      size={heights.tags}
      least={least}
      most={most}
      usual={Math.min(tags * ROW_HEIGHT, most / 2)}
      onResize={(tagsHeight) => useWindow.setState({ tagsHeight })}
    />
  )
}
