import styles from './window.module.css'

const SEPARATOR = ' / '
/** In UTF-16 units; of a longer name the middle is left out. */
const NAME_MAX = 32
const BEGIN_MAX = 16
const END_MAX = 14

/** A path whose end can be read in any room: its beginning is cut, and the middle of long names. All of it is its title. */
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
