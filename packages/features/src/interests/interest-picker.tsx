import { INTERESTS, MAX_INTERESTS } from '@meadow/contracts/profile-fields'
import { getInterestLabel, type Interest } from './interest-labels.ts'
import styles from './interests.module.css'

type InterestPickerProps = {
  /** Label of the group, for screen readers. */
  label: string
  value: readonly Interest[]
  disabled?: boolean
  onChange: (interests: Interest[]) => void
}

/** Chips with all interests. A member can choose up to `MAX_INTERESTS`; then the others are disabled. */
export function InterestPicker({ label, value, disabled = false, onChange }: InterestPickerProps) {
  const isFull = value.length >= MAX_INTERESTS
  const toggle = (interest: Interest) =>
    onChange(value.includes(interest) ? value.filter((one) => one !== interest) : [...value, interest])
  return (
    <fieldset className={styles['picker']} aria-label={label} disabled={disabled}>
      {INTERESTS.map((interest) => {
        const isChosen = value.includes(interest)
        return (
          <label key={interest} className={styles['choice']}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={() => toggle(interest)}
            />
            {getInterestLabel(interest)}
          </label>
        )
      })}
    </fieldset>
  )
}
