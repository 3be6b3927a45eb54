import { startTransition, useEffect, useState } from 'react'
import { picturesOnScreen } from './pictures-on-screen.ts'

/** A picture that takes longer is not waited for. */
const LONGEST_MS = 1_000

/** Whether what has come has been painted with the pictures on the screen: what is loaded after that delays none of it. */
export function usePainted(hasCome: boolean): boolean {
  const [isPainted, setPainted] = useState(hasCome)
  useEffect(() => {
    if (!hasCome || isPainted) return
    const end = () => startTransition(() => setPainted(true))
    const timer = setTimeout(end, LONGEST_MS)
    let frame = requestAnimationFrame(async () => {
      await Promise.allSettled(picturesOnScreen().map((image) => image.decode()))
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(end)
      })
    })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [hasCome, isPainted])
  return isPainted
}
