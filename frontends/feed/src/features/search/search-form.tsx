import { SearchField } from '@meadow/ui'
import { useShortcuts } from '@meadow/web'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './search.module.css'
import { t } from './texts.ts'

const DEBOUNCE_MS = 300

type SearchFormProps = {
  /** The search that is shown. */
  query: string
  /** Shows the results of a text, while it is typed, and when it `isComplete`. */
  onSearch: (text: string, isComplete: boolean) => void
}

/** The field of the search page. The shortcut `/` focuses it. */
export function SearchForm({ query, onSearch }: SearchFormProps) {
  const [text, setText] = useState(query)
  const [lastQuery, setLastQuery] = useState(query)
  const input = useRef<HTMLInputElement>(null)
  if (lastQuery !== query) {
    setLastQuery(query)
    if (text.trim() !== query) setText(query) // changed by a filter or by Back
  }
  useShortcuts([{ keys: '/', text: t('search.shortcut'), scope: 'page', run: () => input.current?.focus() }])

  const searchLater = useEffectEvent(() => onSearch(text.trim(), false))
  useEffect(() => {
    if (text.trim() === query) return
    const timer = setTimeout(searchLater, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, query])

  const focusIfEmpty = useEffectEvent(() => {
    if (!query) input.current?.focus()
  })
  useEffect(() => focusIfEmpty(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers give `search` no role yet
    <form
      role="search"
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim(), true)
      }}
    >
      <SearchField
        label={t('search.field')}
        clearLabel={t('search.clear')}
        value={text}
        onChange={setText}
        onClear={() => {
          setText('')
          onSearch('', true)
        }}
        inputRef={input}
      />
    </form>
  )
}
