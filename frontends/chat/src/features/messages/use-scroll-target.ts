import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { MessageListRow } from './message-row.tsx'

/** A message to scroll to. A new object with the same id scrolls again. */
export type ScrollTarget = { id: string }

const HIGHLIGHT_MS = 1800
/** Targets that were reached; a remounted list does not scroll to them again. */
const reachedTargets = new WeakSet<ScrollTarget>()

/** Scrolls the target to the centre as soon as it is loaded. Returns the id of the message to highlight. */
export function useScrollTarget(
  virtual: Virtualizer<HTMLElement, HTMLElement>,
  rows: readonly MessageListRow[],
  target: ScrollTarget | undefined,
): string | undefined {
  const [highlightedId, setHighlightedId] = useState<string>()
  const index = rows.findIndex((row) => row.kind === 'message' && row.message._id === target?.id)
  const scrollToTarget = useEffectEvent(() => {
    if (!target || index < 0 || reachedTargets.has(target)) return
    virtual.scrollToIndex(index, { align: 'center' })
    setTimeout(() => reachedTargets.add(target)) // later than the repeated first effects of StrictMode
    setHighlightedId(target.id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new target, or when its message is loaded
  useLayoutEffect(() => scrollToTarget(), [target, index])
  useEffect(() => {
    if (highlightedId === undefined) return
    const timer = setTimeout(() => setHighlightedId(undefined), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [highlightedId])
  return highlightedId
}
