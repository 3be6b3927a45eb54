import { startTransition, useEffect, useState } from 'react'
import { findVisibleImages } from './find-visible-images.ts'

/** A picture that takes longer is not waited for. */
const DECODE_TIMEOUT_MS = 1_000

/** Whether what has come has been painted with the pictures on the screen: what is loaded after that delays none of it. */
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
