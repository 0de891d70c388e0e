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
  /** `primary` is what is likely to be pressed, `quiet` what is beside the matter, `link` what stands among words. */
  readonly kind?: keyof typeof CLASSES
  /** Why it does nothing now; shown where the pointer rests, and read out. Who presses it is told by `onClick`. */
  readonly refused?: string | undefined
}

/** A button with words on it. */
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
