import type { ComponentProps, ReactNode } from 'react'
import { joinClassNames } from '../join-class-names.ts'
import { Field, type FieldBaseProps } from './field.tsx'
import styles from './fields.module.css'
import { readFieldText } from './read-field-text.ts'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'className'> &
  FieldBaseProps & { value: string; onChange: (value: string) => void; trailing?: ReactNode }

/** Single-line text field with label, hint and error. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, value, onChange, trailing, maxLength, ...input } = props
  return (
    <Field label={label} hint={hint} error={error} {...(hideLabel && { hideLabel })}>
      {(control) => (
        <div className={joinClassNames(styles['box'], error && styles['invalid'])}>
          <input
            type="text"
            {...input}
            {...control}
            value={value}
            onChange={(event) => onChange(readFieldText(event, maxLength))}
          />
          {trailing}
        </div>
      )}
    </Field>
  )
}
