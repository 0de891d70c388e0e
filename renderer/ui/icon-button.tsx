import type { LucideIcon } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import type { ButtonHTMLAttributes, FocusEvent, Ref } from 'react'
import { shortcutText } from './shortcuts'
import styles from './window.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: LucideIcon
  /** Read out, and shown in the tooltip with the shortcut. */
  readonly label: string
  readonly shortcut?: string | undefined
  /** The reason why the button cannot be used now; shown in the tooltip and read out. */
  readonly refused?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/** Whether the focus was returned by a closing dialog or menu, in which case the tooltip stays hidden. */
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
