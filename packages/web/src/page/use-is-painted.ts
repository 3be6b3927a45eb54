import { startTransition, useEffect, useState } from 'react'
import { findVisibleImages } from './find-visible-images.ts'

const DECODE_TIMEOUT_MS = 1_000

/**
 * Returns true after the loaded content and the images in the viewport are painted, at most a second later. What loads after
 * that does not delay the content.
 */
export function useIsPainted(isLoaded: boolean): boolean {
  const [isPainted, setIsPainted] = useState(isLoaded)
  useEffect(() => {
    if (!isLoaded || isPainted) return
    const end = () => startTransition(() => setIsPainted(true))
    const timer = setTimeout(end, DECODE_TIMEOUT_MS)
    let frame = requestAnimationFrame(async () => {
      await Promise.allSettled(findVisibleImages().map((image) => image.decode()))
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(end)
      })
    })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [isLoaded, isPainted])
  return isPainted
}
