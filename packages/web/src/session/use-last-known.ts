import { useEffect, useMemo } from 'react'
import { memberStorage } from '../page/member-storage.ts'
import { useSession } from './session-context.ts'

type LastKnown<Value> = { value: Value }

/**
 * Returns `value` or, while it is unknown, the one that this browser last stored for the signed-in member. Stores each known
 * value until sign-out: `useLastKnown('unread-messages', data?.count)`.
 */
export function useLastKnown<Value extends string | number | object>(
  key: string,
  value: Value | undefined,
): Value | undefined {
  const memberId = useSession().user?._id
  const storageKey = `last-known:${key}`
  const lastKnown = useMemo(() => readLastKnown<Value>(storageKey, memberId), [storageKey, memberId])
  useEffect(() => {
    if (memberId === undefined || value === undefined) return
    memberStorage.write(memberId, storageKey, JSON.stringify({ value } satisfies LastKnown<Value>))
  }, [storageKey, memberId, value])
  return value ?? lastKnown
}

function readLastKnown<Value>(storageKey: string, memberId: string | undefined): Value | undefined {
  try {
    const stored: LastKnown<Value> | null = JSON.parse(memberStorage.read(memberId, storageKey) ?? 'null')
    return stored?.value
  } catch {
    return undefined
  }
}
