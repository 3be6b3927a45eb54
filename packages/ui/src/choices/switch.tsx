import { type ReactNode, useId } from 'react'
import { joinClassNames } from '../join-class-names.ts'
import styles from './choices.module.css'

type SwitchProps = {
  label: string
  /** For a switch in a row or column that shows what it is about. */
  hideLabel?: boolean
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On/off switch that applies at once. The whole line is clickable. */
export function Switch({ label, hideLabel = false, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <label className={joinClassNames(styles['switch'], hideLabel && styles['alone'])}>
      <span className={hideLabel ? 'visually-hidden' : styles['labels']}>
        <span className={styles['label']} id={`${id}-label`}>
          {label}
        </span>
        {hint && (
          <span className={styles['hint']} id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles['knob']}
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
