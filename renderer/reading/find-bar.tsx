import { useLayoutEffect, useRef } from 'react'
import type { FindControls } from '../editor/find/find-controls'
import styles from './reading-view.module.css'

/** The find bar of the reading view, with the same controls as the find panel of the editor. */
export function FindBar({ controls }: { readonly controls: FindControls }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(controls.dom)
    controls.find.focus()
    controls.find.select()
  }, [controls])
  return <div ref={place} className={styles.find} />
}
