import { useSearchParams } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE_MS = 350

/** What is searched for, kept in the address as `?q=`. It follows the text when the typing pauses. */
export function useSearch() {
  const [params, setParams] = useSearchParams()
  const query = params.get('q')?.trim() ?? ''
  const [text, setText] = useState(query)
  const [known, setKnown] = useState(query)
  if (known !== query) {
    setKnown(query)
    if (text.trim() !== query) setText(query) // the address was changed by somebody else
  }

  const ask = (wanted: string) =>
    setParams(wanted.trim() ? { q: wanted.trim() } : {}, { replace: true, state: { stay: true } })
  const askLater = useEffectEvent(ask)
  useEffect(() => {
    if (text.trim() === query) return
    const timer = setTimeout(() => askLater(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, query])

  const clear = () => {
    setText('')
    ask('')
  }
  return { query, text, setText, ask: () => ask(text), clear }
}
