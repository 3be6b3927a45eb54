import { countStoredCharacters } from '@meadow/contracts/visible-text'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { joinClassNames } from '../join-class-names.ts'
import { Field, type FieldBaseProps } from './field.tsx'
import styles from './fields.module.css'
import { readFieldText } from './read-field-text.ts'

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'id' | 'className' | 'ref'> &
  FieldBaseProps & {
    value: string
    onChange: (value: string) => void
    /** Maximum height in pixels; longer content scrolls. */
    maxHeight?: number
    /** Shows `n/max` from a text length of `from`; all in code points. */
    counter?: { max: number; from: number }
    variant?: 'box' | 'pill' | 'bare'
  }

/** Multi-line text field that grows with its content. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    value,
    onChange,
    maxHeight = 320,
    counter,
    maxLength,
    variant = 'box',
    style,
    ...area
  } = props
  const ref = useAutoHeight(value)
  const length = counter ? countStoredCharacters(value) : 0
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      {...(hideLabel && { hideLabel })}
      after={counter && length >= counter.from && <CharacterCounter length={length} max={counter.max} />}
    >
      {(control) => (
        <div
          className={joinClassNames(styles['box'], variant !== 'box' && styles[variant], error && styles['invalid'])}
        >
          <textarea
            rows={1}
            {...area}
            {...control}
            ref={ref}
            className={styles['area']}
            style={{ ...style, maxHeight }}
            value={value}
            onChange={(event) => onChange(readFieldText(event, maxLength))}
          />
        </div>
      )}
    </Field>
  )
}

function CharacterCounter({ length, max }: { length: number; max: number }) {
  return (
    <span className={joinClassNames(styles['count'], length > max && styles['over'])} role="status">
      {length}/{max}
    </span>
  )
}

/** Sets the height by script in browsers without `field-sizing: content`. */
function useAutoHeight(value: string) {
  const ref = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = ref.current
    if (!area || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    area.style.height = 'auto'
    if (value) area.style.height = `${area.scrollHeight}px`
  }, [value])
  return ref
}
