import { useEffect } from 'react'
import { useSocketResync } from '../socket/socket-channel.ts'
import { useToast } from '../toasts/toasts.tsx'
import { useOutboxHandle } from './use-outbox.ts'

/**
 * Sends what an earlier visit or another tab has left in the outbox, on any page, and again at each reconnect. Says which
 * actions were refused, or could not be discarded. The shell mounts it once for a signed-in member. Renders nothing.
 */
export function OutboxStarter(): null {
  const handle = useOutboxHandle()
  const toast = useToast()
  useEffect(() => handle.start(), [handle])
  useEffect(() => handle.onProblem((text) => toast({ tone: 'error', title: text })), [handle, toast])
  useSocketResync(() => handle.flush())
  return null
}
