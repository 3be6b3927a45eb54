import { Search, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { IconButton } from '../icon-button.tsx'
import { joinClassNames } from '../join-class-names.ts'
import { readKey } from '../keys/read-key.ts'
import { readFieldText } from './read-field-text.ts'
import styles from './search-field.module.css'

const MAX_QUERY_LENGTH = 100

type SearchFieldProps = {
  /** Accessible name and placeholder. */
  label: string
  clearLabel: string
  value: string
  onChange: (text: string) => void
  /** @default sets the value to '' */
  onClear?: () => void
  /** `soft` for a field beside a list. */
  variant?: 'outlined' | 'soft'
  /** Ref of the input, to focus it from outside. */
  inputRef?: RefObject<HTMLInputElement | null>
  /** A dialog begins here. */
  autoFocus?: boolean
}

/** Search field. Escape and a button clear it. */
export function SearchField(props: SearchFieldProps) {
  const { label, clearLabel, value, onChange, onClear = () => onChange(''), variant = 'outlined' } = props
  const { inputRef, autoFocus = false } = props
  const ownRef = useRef<HTMLInputElement>(null)
  const field = inputRef ?? ownRef
  return (
    <div className={joinClassNames(styles['search'], styles[variant])}>
      <Search aria-hidden="true" />
      <input
        ref={field}
        data-autofocus={autoFocus || undefined}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(readFieldText(event, MAX_QUERY_LENGTH))}
        onKeyDown={(event) => {
          if (readKey(event) !== 'Escape' || value === '') return
          event.preventDefault()
          event.stopPropagation()
          onClear()
        }}
      />
      {value && (
        <IconButton
          label={clearLabel}
          icon={<X aria-hidden="true" />}
          onClick={() => {
            onClear()
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}
