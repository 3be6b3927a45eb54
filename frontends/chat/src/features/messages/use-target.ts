import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Row } from './rows.ts'

/** A message to go to; another object asks again. */
export type Target = { id: string }

const MARKED_FOR = 1800
/** Nobody goes to them again, not in another list either. */
const reached = new WeakSet<Target>()

/** Brings a message into the middle as soon as it is there; answers the id of the one that is marked for a moment. */
export function useTarget(
  virtual: Virtualizer<HTMLElement, HTMLElement>,
  rows: readonly Row[],
  target: Target | undefined,
): string | undefined {
  const [marked, setMarked] = useState<string>()
  const index = rows.findIndex((row) => row.kind === 'message' && row.message._id === target?.id)
  const go = useEffectEvent(() => {
    if (!target || index < 0 || reached.has(target)) return
    virtual.scrollToIndex(index, { align: 'center' })
    reached.add(target)
    setMarked(target.id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another target, or its message has come
  useLayoutEffect(() => go(), [target, index])
  useEffect(() => {
    if (marked === undefined) return
    const timer = setTimeout(() => setMarked(undefined), MARKED_FOR)
    return () => clearTimeout(timer)
  }, [marked])
  return marked
}
