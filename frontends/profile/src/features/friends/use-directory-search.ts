import { useSearchParams } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'

const DEBOUNCE_MS = 350

/** What is searched for, kept in the address as `?q=`. It follows the text when the typing pauses. */
export function useDirectorySearch() {
  const [params, setParams] = useSearchParams()
  const query = params.get('q')?.trim() ?? ''
  const [text, setText] = useState(query)
  const [lastQuery, setLastQuery] = useState(query)
  if (lastQuery !== query) {
    setLastQuery(query)
    if (text.trim() !== query) setText(query) // the address was changed by somebody else
  }

  const search = (wanted: string) =>
    setParams(wanted.trim() ? { q: wanted.trim() } : {}, { replace: true, state: { stay: true } })
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
  return { query, text, setText, ask: () => search(text), clear }
}
