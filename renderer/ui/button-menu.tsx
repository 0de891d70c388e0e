import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactElement } from 'react'
import styles from './window.module.css'

/** No menu stands on the very edge of the window. */
export const MENU_MARGIN = 8

/** A menu that a button opens below itself. */
export function ButtonMenu(
  props: ComponentProps<typeof DropdownMenu.Content> & {
    readonly button: ReactElement
    readonly onOpen?: () => void
    /** It stands within the landmark of its button: it tells something besides what can be chosen. */
    readonly isInPlace?: boolean
  },
) {
  const { button, onOpen, isInPlace = false, ...content } = props
  const menu = (
    <DropdownMenu.Content
      collisionPadding={MENU_MARGIN}
      className={styles.menu}
      align="end"
      sideOffset={4}
      {...content}
    />
  )
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
      {isInPlace ? menu : <DropdownMenu.Portal>{menu}</DropdownMenu.Portal>}
    </DropdownMenu.Root>
  )
}

export const MenuItem = (props: ComponentProps<typeof DropdownMenu.Item>) => (
  <DropdownMenu.Item className={styles.menuItem} {...props} />
)

export const MenuRule = () => <DropdownMenu.Separator className={styles.menuLine} />

/** Lines of which one is chosen, by their values and names. */
export function MenuChoices<T extends string>(props: {
  readonly label?: string
  readonly value: T
  readonly options: readonly (readonly [value: T, name: string])[]
  readonly onChange: (value: T) => void
}) {
  const { label, value, options, onChange } = props
  return (
    <DropdownMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(chosen) => onChange(chosen as T)}
    >
      {options.map(([one, name]) => (
        <DropdownMenu.RadioItem key={one} value={one} className={styles.menuItem}>
          {name}
          <Chosen />
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export const Chosen = () => (
  <DropdownMenu.ItemIndicator data-end>
    <Check />
  </DropdownMenu.ItemIndicator>
)
