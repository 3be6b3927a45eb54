import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 350

/** A text as it was when the typing paused. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced.trim() && text.trim() ? debounced.trim() : ''
}
