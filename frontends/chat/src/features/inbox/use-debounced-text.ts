import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 350

/** Returns the trimmed text after a pause in typing. An empty text takes effect at once. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced.trim() && text.trim() ? debounced.trim() : ''
}
