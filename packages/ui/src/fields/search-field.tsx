import { Search, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { IconButton } from '../icon-button.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './search-field.module.css'

const LENGTH_MAX = 100

type SearchFieldProps = {
  /** What one may look for; also its placeholder. */
  label: string
  clearLabel: string
  value: string
  onChange: (text: string) => void
  /** @default empties it */
  onClear?: () => void
  /** `soft` where it stands beside a list, not on a page of its own. */
  variant?: 'outlined' | 'soft'
  /** To give it the focus from elsewhere. */
  input?: RefObject<HTMLInputElement | null>
}

/** One line in which one says what one looks for. Escape and a button empty it. */
export function SearchField(props: SearchFieldProps) {
  const { label, clearLabel, value, onChange, onClear = () => onChange(''), variant = 'outlined', input } = props
  const own = useRef<HTMLInputElement>(null)
  const field = input ?? own
  return (
    <div className={joinClassNames(styles['search'], styles[variant])}>
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        maxLength={LENGTH_MAX}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
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
