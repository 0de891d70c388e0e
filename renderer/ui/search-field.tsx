import { Search, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './window.module.css'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onChange: (words: string) => void
  readonly icon?: LucideIcon
}

/** A search field. Escape empties it first; in an empty field Escape is left to the surrounding elements. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, icon: Icon = Search, className = '', onKeyDown, ...rest } = props
  return (
    <label className={`${styles.signedField} ${className}`}>
      <Icon />
      <input
        {...rest}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.key !== 'Escape' || value === '' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
      />
    </label>
  )
}
