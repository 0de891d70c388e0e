import { Check } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import { useSettings } from '../../state/queries'
import { useChangeSettings } from '../../state/change-settings'
import windowStyles from '../../ui/window.module.css'
import styles from '../library.module.css'
import { MENU_MARGIN } from '../../ui/menus/button-menu'

const COLOURS = ['None', 'Red', 'Orange', 'Green', 'Blue', 'Violet'] as const

/**
 * The colour of a tag, in its menu. The service has no colours, so it is stored on this device under the tag's name.
 */
export function TagColours({ name }: { readonly name: string }) {
  const change = useChangeSettings()
  const own = useSettings().data?.tagColours[name]
  return (
    <ContextMenu.Sub>
      <ContextMenu.SubTrigger className={windowStyles.menuItem}>
        <span className={styles.swatch} data-colour={own} aria-hidden />
        Colour
      </ContextMenu.SubTrigger>
      <ContextMenu.Portal>
        <ContextMenu.SubContent collisionPadding={MENU_MARGIN} className={windowStyles.menu}>
          <ContextMenu.Label className={windowStyles.menuLabel}>
            Colours stay on this device
          </ContextMenu.Label>
          <ContextMenu.RadioGroup
            value={String(own ?? 0)}
            onValueChange={(value) => {
              const colour = Number(value)
              change(({ tagColours: { [name]: _before, ...others } }) => ({
                tagColours: colour === 0 ? others : { ...others, [name]: colour },
              }))
            }}
          >
            {COLOURS.map((label, colour) => (
              <ContextMenu.RadioItem key={label} value={String(colour)} className={windowStyles.menuItem}>
                <span className={styles.swatch} data-colour={colour === 0 ? undefined : colour} aria-hidden />
                {label}
                <ContextMenu.ItemIndicator data-end>
                  <Check />
                </ContextMenu.ItemIndicator>
              </ContextMenu.RadioItem>
            ))}
          </ContextMenu.RadioGroup>
        </ContextMenu.SubContent>
      </ContextMenu.Portal>
    </ContextMenu.Sub>
  )
}
