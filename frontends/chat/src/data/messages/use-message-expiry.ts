import { getServerClockOffset, getServerTime, subscribeToServerClock, useQueryClient } from '@meadow/web'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { refreshContents } from '../contents/message-contents.ts'
import { withoutLastText } from '../conversations/conversation-updates.ts'
import { chatQueryKeys } from '../query-keys.ts'
import { updateConversation, updateMessages } from '../sync/apply-push.ts'
import { removeCachedFiles } from './cached-files.ts'
import { findNextExpiry, isLastMessageGone, isMessageHidden, withoutExpired } from './hidden-message.ts'
import type { MessageWindow } from './message-window.ts'

/** A timer may fire a little early. */
const TIMER_MARGIN_MS = 20

/**
 * Removes the content of messages from the cache of this browser at the time at which they disappear, also without a network. Returns the
 * time of the last removal, by the clock of the server. If that turns out to be another one than was known, loads the messages again.
 */
export function useMessageExpiry(userId: string, messageWindow: MessageWindow | undefined): number {
  const cache = useQueryClient()
  const offsetMs = useSyncExternalStore(subscribeToServerClock, getServerClockOffset)
  const knownOffsetMs = useRef(offsetMs)
  const [atMs, setAtMs] = useState(getServerTime)
  const nextMs = findNextExpiry(messageWindow?.messages ?? [])
  const expire = useEffectEvent(() => {
    setAtMs(getServerTime())
    void removeCachedFiles((messageWindow?.messages ?? []).filter((message) => isMessageHidden(message)))
    updateMessages(cache, userId, (known) => withoutExpired(known))
    updateConversation(cache, userId, (one) => (isLastMessageGone(one) ? withoutLastText(one) : one))
    void cache.invalidateQueries({ queryKey: chatQueryKeys.threadList(userId) })
    void cache.invalidateQueries({ queryKey: chatQueryKeys.allMessageSearches(userId) })
    refreshContents(cache, userId)
    void cache.invalidateQueries({ queryKey: chatQueryKeys.inboxSearches })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer that fired too early is set again
  useEffect(() => {
    if (nextMs === undefined) return
    const timer = setTimeout(() => expire(), Math.max(0, nextMs - getServerTime()) + TIMER_MARGIN_MS)
    return () => clearTimeout(timer)
  }, [nextMs, atMs, offsetMs])
  useEffect(() => {
    if (knownOffsetMs.current === offsetMs) return
    knownOffsetMs.current = offsetMs
    setAtMs(getServerTime())
    void cache.invalidateQueries({ queryKey: chatQueryKeys.messageWindow(userId) })
  }, [cache, userId, offsetMs])
  return atMs
}
