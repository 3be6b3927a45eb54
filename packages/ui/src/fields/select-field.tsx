import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { joinClassNames } from '../join-class-names.ts'
import { Field, type FieldBaseProps } from './field.tsx'
import styles from './fields.module.css'

type SelectFieldProps<Value extends string> = Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'id' | 'className' | 'children'
> &
  FieldBaseProps & {
    value: Value
    options: readonly { value: Value; label: string }[]
    onChange: (value: Value) => void
  }

/** Native `<select>` with label, hint and error. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hideLabel, hint, error, value, options, onChange, ...select } = props
  return (
    <Field label={label} hint={hint} error={error} {...(hideLabel && { hideLabel })}>
      {(control) => (
        <div className={joinClassNames(styles['box'], styles['select'], error && styles['invalid'])}>
          <select {...select} {...control} value={value} onChange={(event) => onChange(event.target.value as Value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </div>
      )}
    </Field>
  )
}
