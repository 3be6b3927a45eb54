import { useSearchParams } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'

const DEBOUNCE_MS = 350

/** Search state, stored in the URL as `?q=`. Updates 350 ms after the last keystroke. */
export function useDirectorySearch() {
  const [params, setParams] = useSearchParams()
  const query = params.get('q')?.trim() ?? ''
  const [text, setText] = useState(query)
  const [lastQuery, setLastQuery] = useState(query)
  if (lastQuery !== query) {
    setLastQuery(query)
    if (text.trim() !== query) setText(query) // the URL was changed by navigation
  }

  const search = (nextQuery: string) =>
    setParams(nextQuery.trim() ? { q: nextQuery.trim() } : {}, { replace: true, state: { stay: true } })
  const searchLater = useEffectEvent(search)
  useEffect(() => {
    if (text.trim() === query) return
    const timer = setTimeout(() => searchLater(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, query])

  const clear = () => {
    setText('')
    search('')
  }
  return { query, text, setText, search: () => search(text), clear }
}
