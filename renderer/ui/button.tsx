import type { ComponentProps } from 'react'
import { DONE_KEYS, useDialogFoot } from './dialog'
import { isMac, shortcutText } from './shortcuts'
import styles from './window.module.css'

const CLASSES = {
  primary: styles.primaryButton,
  usual: styles.button,
  quiet: styles.quietButton,
  link: styles.linkButton,
}

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the most likely choice, `quiet` a minor one, and `link` a button inside a sentence. */
  readonly kind?: keyof typeof CLASSES
  /**
   * The reason why the button does nothing now: shown in a tooltip and read out. A press still calls `onClick`, which
   * tells the writer.
   */
  readonly refused?: string | undefined
}

/** A button with a text label. */
export function Button({ kind = 'usual', refused, ...rest }: ButtonProps) {
  const foot = useDialogFoot()
  const keys = kind === 'primary' &&
    foot !== undefined && {
      'data-primary': '',
      'aria-describedby': foot === '' ? undefined : foot,
      'aria-keyshortcuts': isMac() ? 'Meta+Enter' : 'Control+Enter',
      title: shortcutText(DONE_KEYS),
    }
  const why = refused !== undefined && { 'aria-disabled': true, 'aria-description': refused, title: refused }
  return <button type="button" className={CLASSES[kind]} {...keys} {...why} {...rest} />
}
