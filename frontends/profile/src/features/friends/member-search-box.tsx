import { SearchField } from '@meadow/ui'
import { useShortcuts } from '@meadow/web'
import { useRef } from 'react'
import { t } from '../../texts.ts'
import styles from './friends.module.css'

type MemberSearchBoxProps = {
  text: string
  onText: (text: string) => void
  /** Searches without waiting for the debounce. */
  onSearch: () => void
  onClear: () => void
}

/** Search field of the directory. The shortcut `/` focuses it. */
export function MemberSearchBox({ text, onText, onSearch, onClear }: MemberSearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: '/', text: t('shortcuts.search'), scope: 'page', run: () => input.current?.focus() }])
  return (
    <form
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      <SearchField
        label={t('friends.search')}
        clearLabel={t('friends.clear')}
        value={text}
        onChange={onText}
        onClear={onClear}
        inputRef={input}
      />
    </form>
  )
}
