import { useId } from 'react'
import styles from './choices.module.css'

type Chip<Value extends string> = { value: Value; label: string; count?: number }

type ChipsProps<Value extends string> = {
  /** Label of the group, for screen readers. */
  label: string
  chips: readonly Chip<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio group as chips. Arrow keys change the choice. */
export function Chips<Value extends string>({ label, chips, value, onChange }: ChipsProps<Value>) {
  const name = useId()
  return (
    <div className={styles['chips']} role="radiogroup" aria-label={label}>
      {chips.map((chip) => (
        <label key={chip.value} className={styles['chip']}>
          <input type="radio" name={name} checked={chip.value === value} onChange={() => onChange(chip.value)} />
          {chip.label}
          {chip.count !== undefined && <span className={styles['count']}> {chip.count}</span>}
        </label>
      ))}
    </div>
  )
}
