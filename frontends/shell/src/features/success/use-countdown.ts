import { useEffect, useEffectEvent, useState } from 'react'

/** The seconds that are left, then `onEnd`. */
export function useCountdown(from: number, onEnd: () => void): number {
  const [left, setLeft] = useState(from)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (left === 0) return end()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}
