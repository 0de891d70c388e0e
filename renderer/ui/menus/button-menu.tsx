import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, type ComponentProps, type ReactElement } from 'react'
import { useFocusBefore } from '../focus-before'
import styles from '../window.module.css'

/** The minimum distance of a menu from the edge of the window. */
export const MENU_MARGIN = 8

/**
 * A menu that a button opens below itself. When it closes, the focus returns to the button, or, if the mouse opened it,
 * to where the focus was before: on the button, a space would press it again.
 */
export function ButtonMenu(
  props: ComponentProps<typeof DropdownMenu.Content> & {
    readonly button: ReactElement
    readonly onOpen?: () => void
    /** Renders the menu inside the landmark of its button, because it contains information as well as choices. */
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

/** Menu lines of which one is chosen, given by values and names. */
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
