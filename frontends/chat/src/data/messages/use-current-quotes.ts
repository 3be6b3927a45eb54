import { useOutbox, useOutboxEntries, useQueryClient } from '@meadow/web'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { findCurrentQuote, type QuotedMessage } from './quoted-message.ts'
import { messageAction } from './use-send-message.ts'

/** Returns the quoted message as it is now, so that a reply that is being written follows an edit or a deletion. */
export function useCurrentQuote(userId: string, quoted: QuotedMessage | undefined): QuotedMessage | undefined {
  const cache = useQueryClient()
  const subscribe = useCallback((listener: () => void) => cache.getQueryCache().subscribe(listener), [cache])
  const json = useSyncExternalStore(subscribe, () => quoted && JSON.stringify(findCurrentQuote(cache, userId, quoted)))
  return useMemo(
    () => (json === undefined || json === JSON.stringify(quoted) ? quoted : (JSON.parse(json) as QuotedMessage)),
    [json, quoted],
  )
}

/** Keeps the quotes of messages that wait in the outbox as the quoted messages are, also in its storage. Mounted once. */
export function useCurrentOutboxQuotes(): void {
  const cache = useQueryClient()
  const outbox = useOutbox()
  const entries = useOutboxEntries(messageAction)
  const replies = useMemo(() => entries.filter(({ data }) => data.replyTo !== null), [entries])
  useEffect(() => {
    if (replies.length === 0) return
    const changed = new Map<string, QuotedMessage>()
    const update = () => {
      for (const entry of replies) {
        const { id, data } = entry
        const known = changed.get(id) ?? data.replyTo
        const replyTo = known && findCurrentQuote(cache, data.recipientId, known)
        if (!replyTo || replyTo === known) continue
        changed.set(id, replyTo)
        void outbox.changeData(entry, (stored) => ({ ...stored, replyTo }))
      }
    }
    update()
    return cache.getQueryCache().subscribe(update)
  }, [cache, outbox, replies])
}
