import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldMessage } from './field.tsx'
import styles from './fields.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'id' | 'className'> & {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
}

/** Checkbox. The whole line is clickable. */
export function Checkbox({ label, checked, onChange, error, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label className={styles['check']}>
        <input
          {...input}
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      {error && <FieldMessage id={id} error={error} />}
    </div>
  )
}
