import { chatOutboxStorageKey, LazyComponent, memberStorage, useSocketResync, useWhenIdle } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { loadRemote, type RemoteModule } from './remotes.ts'

type OutboxSenderProps = { memberId: string; load?: (attempt: number) => Promise<RemoteModule> }

const loadOutbox = (attempt: number) => loadRemote('chat', attempt, 'outbox')

/**
 * Sends chat messages that an earlier visit or another tab left in the outbox, on every page. Loads the chat's outbox
 * module only if `memberStorage` reports unsent messages. Renders nothing.
 */
export function OutboxSender({ memberId, load = loadOutbox }: OutboxSenderProps) {
  const [hasUnsent, setHasUnsent] = useState(false)
  const key = chatOutboxStorageKey(memberId)
  const checkOutbox = useEffectEvent(() => {
    if (memberStorage.read(key) !== null) setHasUnsent(true)
  })
  useWhenIdle(() => checkOutbox())
  useEffect(() => {
    const controller = new AbortController()
    memberStorage.onChange(key, () => checkOutbox(), controller.signal)
    return () => controller.abort()
  }, [key])
  if (!hasUnsent) return null
  return (
    <LazyComponent load={load} props={{}} fallback={null} renderError={(retry) => <RetryOnReconnect retry={retry} />} />
  )
}

function RetryOnReconnect({ retry }: { retry: () => void }) {
  useSocketResync(() => retry())
  return null
}
