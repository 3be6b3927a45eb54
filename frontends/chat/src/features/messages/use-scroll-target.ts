import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { MessageListRow } from './message-list-rows.ts'

/** A message to go to; another object asks again. */
export type ScrollTarget = { id: string }

const HIGHLIGHT_MS = 1800
/** Nobody goes to them again, not in another list either. */
const reachedTargets = new WeakSet<ScrollTarget>()

/** Brings a message into the middle as soon as it is there; answers the id of the one that is marked for a moment. */
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
    reachedTargets.add(target)
    setHighlightedId(target.id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another target, or its message has come
  useLayoutEffect(() => scrollToTarget(), [target, index])
  useEffect(() => {
    if (highlightedId === undefined) return
    const timer = setTimeout(() => setHighlightedId(undefined), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [highlightedId])
  return highlightedId
}
