import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Row } from './rows.ts'

/** A message to go to; another object asks again. */
export type Target = { id: string }

const MARKED_FOR = 1800

/** Brings a message into the middle as soon as it is there; answers the id of the one that is marked for a moment. */
export function useTarget(
  virtual: Virtualizer<HTMLElement, HTMLElement>,
  rows: readonly Row[],
  target: Target | undefined,
): string | undefined {
  const [reached, setReached] = useState<Target>()
  const [marked, setMarked] = useState<string>()
  const index = rows.findIndex((row) => row.kind === 'message' && row.message._id === target?.id)
  const go = useEffectEvent(() => {
    if (!target || index < 0 || reached === target) return
    virtual.scrollToIndex(index, { align: 'center' })
    setReached(target)
    setMarked(target.id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another target, or its message has come
  useEffect(() => go(), [target, index])
  useEffect(() => {
    if (marked === undefined) return
    const timer = setTimeout(() => setMarked(undefined), MARKED_FOR)
    return () => clearTimeout(timer)
  }, [marked])
  return marked
}
