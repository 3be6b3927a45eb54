import { useLive, useQueryClient, useResync, useSession } from '@meadow/web'
import { useEffect } from 'react'
import { showDeletion, showDelivered, showEdit, showMessage, showPresence, showReactions, showRead } from './cache.ts'
import { keys } from './keys.ts'
import { useSending } from './outbox/use-outbox.ts'
import { sync } from './sync.ts'

/** Keeps what is known of messages as the server tells it, and sends what waits. Once in this front end. */
export function useLiveChat(): void {
  const cache = useQueryClient()
  const me = useSession().user?._id ?? ''

  useSending()
  useLive('newMessage', (message) => showMessage(cache, message, me))
  useLive('messageSent', (message) => showMessage(cache, message, me))
  useLive('messageEdited', (message) => showEdit(cache, message, me))
  useLive('messageReaction', (told) => showReactions(cache, told))
  useLive('messageDeleted', (told) => showDeletion(cache, told, new Date().toISOString()))
  useLive('messageRead', (told) => showRead(cache, told))
  useLive('messageDelivered', (told) => showDelivered(cache, told))
  useLive('presence', (told) => showPresence(cache, told))
  useResync(({ away }) => {
    void sync(cache)
    if (away === 0) return
    // who came and went was not told meanwhile
    void cache.invalidateQueries({ queryKey: keys.lists })
    void cache.invalidateQueries({ queryKey: keys.everyConversation })
  })
  useEffect(() => {
    if (me) void sync(cache) // the chat was left, and is here again
  }, [cache, me])
}
