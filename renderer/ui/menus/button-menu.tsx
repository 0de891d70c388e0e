import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, type ComponentProps, type ReactElement } from 'react'
import { useFocusBefore } from '../focus-before'
import styles from '../window.module.css'

/** No menu stands on the very edge of the window. */
export const MENU_MARGIN = 8

/**
 * A menu that a button opens below itself. When it closes the keyboard is back where it was: on the button, and where the
 * mouse opened the menu, wherever the writer was, for whom a button that a space would press is no place to go on.
 */
export function ButtonMenu(
  props: ComponentProps<typeof DropdownMenu.Content> & {
    readonly button: ReactElement
    readonly onOpen?: () => void
    /** It stands within the landmark of its button: it tells something besides what can be chosen. */
    readonly isInPlace?: boolean
  },
) {
  const { button, onOpen, isInPlace = false, onCloseAutoFocus, ...content } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const before = useFocusBefore()
  const menu = (
    <DropdownMenu.Content
      collisionPadding={MENU_MARGIN}
      className={styles.menu}
      align="end"
      sideOffset={4}
      onInteractOutside={(event) => before.wentElsewhere(event, trigger.current)}
      onCloseAutoFocus={(event) => {
        onCloseAutoFocus?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        before.giveBack(() => trigger.current?.focus())
      }}
      {...content}
    />
  )
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(isOpen) => {
        if (!isOpen) return
        before.opened()
        onOpen?.()
      }}
    >
      <DropdownMenu.Trigger asChild ref={trigger}>
        {button}
      </DropdownMenu.Trigger>
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
