import { useQueryClient, useSession, useSocketEvent, useSocketResync } from '@meadow/web'
import { useEffect } from 'react'
import { useOutboxSender } from '../outbox/use-outbox.ts'
import { chatQueryKeys } from '../query-keys.ts'
import {
  applyDeletion,
  applyDeliveredMark,
  applyEditedMessage,
  applyNewMessage,
  applyPresence,
  applyReactions,
  applyReadMark,
} from './apply-push.ts'
import { syncConversations } from './sync-conversations.ts'

/** Keeps what is known of messages as the server tells it, and sends what waits. Once in this front end. */
export function useChatSync(): void {
  const cache = useQueryClient()
  const me = useSession().user?._id ?? ''

  useOutboxSender()
  useSocketEvent('newMessage', (message) => applyNewMessage(cache, message, me))
  useSocketEvent('messageSent', (message) => applyNewMessage(cache, message, me))
  useSocketEvent('messageEdited', (message) => applyEditedMessage(cache, message, me))
  useSocketEvent('messageReaction', (told) => applyReactions(cache, told))
  useSocketEvent('messageDeleted', (told) => applyDeletion(cache, told, new Date().toISOString()))
  useSocketEvent('messageRead', (told) => applyReadMark(cache, told))
  useSocketEvent('messageDelivered', (told) => applyDeliveredMark(cache, told))
  useSocketEvent('presence', (told) => applyPresence(cache, told))
  useSocketResync(({ awayMs: away }) => {
    void syncConversations(cache)
    if (away === 0) return
    // who came and went was not told meanwhile
    void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversationLists })
    void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversations })
  })
  useEffect(() => {
    if (me) void syncConversations(cache) // the chat was left, and is here again
  }, [cache, me])
}
