import { IconButton } from '@meadow/ui'
import { useHotkeys } from '@meadow/web'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../texts.ts'
import styles from './friends.module.css'

type SearchBoxProps = {
  text: string
  onText: (text: string) => void
  /** At once. */
  onSearch: () => void
  onClear: () => void
}

/** Where one says whom one looks for. `/` leads here. */
export function SearchBox({ text, onText, onSearch, onClear }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useHotkeys({ '/': () => input.current?.focus() })
  return (
    <form
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        aria-label={t('friends.search')}
        placeholder={t('friends.search')}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {text && (
        <IconButton
          label={t('friends.clear')}
          icon={<X aria-hidden="true" />}
          onClick={() => {
            onClear()
            input.current?.focus()
          }}
        />
      )}
    </form>
  )
}
