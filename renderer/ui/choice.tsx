import type { ComponentProps } from 'react'

interface ChoiceProps<T> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  /** Read out by screen readers; needed if there is no visible label. */
  readonly label?: string
  readonly value: T
  readonly options: readonly (readonly [T, string])[]
  readonly onChange: (value: T) => void
}

/** A choice of one option by its name. */
export function Choice<T extends string | number>({ label, options, onChange, ...rest }: ChoiceProps<T>) {
  return (
    <select
      {...rest}
      aria-label={label}
      onChange={(event) => {
        const chosen = options.find(([value]) => String(value) === event.target.value)
        if (chosen !== undefined) onChange(chosen[0])
      }}
    >
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
