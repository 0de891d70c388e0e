import styles from './window.module.css'

const SEPARATOR = ' / '
/** In UTF-16 units; a longer name is cut in the middle. */
const NAME_MAX = 32
const BEGIN_MAX = 16
const END_MAX = 14

/**
 * A path whose end is always visible: its beginning is cut, and long names are cut in the middle. The full path is its
 * tooltip.
 */
export function PathText({ names }: { readonly names: readonly string[] }) {
  const path = names.join(SEPARATOR)
  const shown = names.map(shortened).join(SEPARATOR)
  return (
    <span className={styles.pathText} title={path}>
      {shown === path ? null : <span className="visually-hidden">{path}</span>}
      <bdi dir="ltr" aria-hidden={shown === path ? undefined : true}>
        {shown}
      </bdi>
    </span>
  )
}

function shortened(name: string): string {
  if (name.length <= NAME_MAX) return name
  const signs = [...name]
  return `${signs.slice(0, BEGIN_MAX).join('').trimEnd()}…${signs.slice(-END_MAX).join('').trimStart()}`
}
