import type { ComponentProps } from 'react'
import styles from './window.module.css'

interface CheckBoxProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly onChange: (isChecked: boolean) => void
}

/** A check box with its label. */
export function CheckBox({ className = styles.checkBox, onChange, children, ...rest }: CheckBoxProps) {
  return (
    <label className={className}>
      <input {...rest} type="checkbox" onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  )
}
