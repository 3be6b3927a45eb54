import { IconButton } from '@meadow/ui'
import { Search, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { t } from '../../texts.ts'
import styles from './inbox.module.css'

type SearchFieldProps = {
  label: string
  text: string
  onText: (text: string) => void
  input?: RefObject<HTMLInputElement | null>
}

/** One line in which one says whom one looks for. */
export function SearchField({ label, text, onText, input }: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const field = input ?? own
  return (
    <div className={styles['search']}>
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="text"
        inputMode="search"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          event.stopPropagation()
          onText('')
        }}
      />
      {text && (
        <IconButton
          label={t('inbox.clearSearch')}
          icon={<X aria-hidden="true" />}
          onClick={() => {
            onText('')
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}
