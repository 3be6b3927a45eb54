import { outboxStorageKey } from '@meadow/features'
import { LazyComponent, memberStorage, useSocketResync, useWhenIdle } from '@meadow/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { loadRemote, type RemoteModule } from './remotes.ts'

type OutboxSenderProps = { memberId: string; load?: (attempt: number) => Promise<RemoteModule> }

const loadOutbox = (attempt: number) => loadRemote('chat', attempt, 'outbox')

/**
 * Sends chat messages that an earlier visit or another tab left in the outbox, on every page. Loads the chat's outbox
 * module only if `memberStorage` reports unsent messages. Renders nothing.
 */
export function OutboxSender({ memberId, load = loadOutbox }: OutboxSenderProps) {
  const [isWanted, setWanted] = useState(false)
  const key = outboxStorageKey(memberId)
  const look = useEffectEvent(() => {
    if (memberStorage.read(key) !== null) setWanted(true)
  })
  useWhenIdle(() => look())
  useEffect(() => {
    const stopped = new AbortController()
    memberStorage.onChange(key, () => look(), stopped.signal)
    return () => stopped.abort()
  }, [key])
  if (!isWanted) return null
  return (
    <LazyComponent load={load} props={{}} fallback={null} renderError={(again) => <RetryOnReconnect act={again} />} />
  )
}

function RetryOnReconnect({ act }: { act: () => void }) {
  useSocketResync(() => act())
  return null
}
