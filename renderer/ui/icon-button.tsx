import type { LucideIcon } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import type { ButtonHTMLAttributes, FocusEvent, Ref } from 'react'
import { shortcutText } from './shortcuts'
import styles from './window.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: LucideIcon
  /** Read out, and shown with the shortcut when the pointer rests on it. */
  readonly label: string
  readonly shortcut?: string | undefined
  /** Why it cannot be used now; said in the tooltip, and to assistive technology. */
  readonly refused?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/** A dialog or a menu that closes gives the focus back; nobody has come to read what the button is. */
const isGivenBack = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget === null || relatedTarget.closest('dialog, [role="menu"]') !== null

export function IconButton({
  icon: Icon,
  label,
  shortcut,
  className,
  refused,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild onFocus={(event) => isGivenBack(event) && event.preventDefault()}>
        <button
          type="button"
          aria-label={label}
          aria-disabled={refused === undefined ? undefined : true}
          aria-description={refused}
          onClick={refused === undefined ? onClick : undefined}
          className={`${styles.iconButton} ${className ?? ''}`}
          {...rest}
        >
          <Icon />
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles.tooltip} sideOffset={6} collisionPadding={8}>
          {label}
          {refused === undefined ? null : <span className={styles.tooltipKeys}>{refused}</span>}
          {shortcut === undefined || refused !== undefined ? null : (
            <span className={styles.tooltipKeys}>{shortcutText(shortcut)}</span>
          )}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
