import { useEffect, useState } from 'react'

const PAUSE_MS = 350

/** A text as it was when the typing paused. */
export function useLater(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return later.trim() && text.trim() ? later.trim() : ''
}
