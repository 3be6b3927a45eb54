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

/** Applies the server's pushes to the caches, catches up after a reconnect, and sends the outbox. Mounted once. */
export function useChatSync(): void {
  const cache = useQueryClient()
  const currentUserId = useSession().user?._id ?? ''

  useOutboxSender()
  useSocketEvent('newMessage', (message) => applyNewMessage(cache, message, currentUserId))
  useSocketEvent('messageSent', (message) => applyNewMessage(cache, message, currentUserId))
  useSocketEvent('messageEdited', (message) => applyEditedMessage(cache, message, currentUserId))
  useSocketEvent('messageReaction', (push) => applyReactions(cache, push))
  useSocketEvent('messageDeleted', (push) => applyDeletion(cache, push, new Date().toISOString()))
  useSocketEvent('messageRead', (push) => applyReadMark(cache, push))
  useSocketEvent('messageDelivered', (push) => applyDeliveredMark(cache, push))
  useSocketEvent('presence', (push) => applyPresence(cache, push))
  useSocketResync(({ awayMs }) => {
    void syncConversations(cache)
    if (awayMs === 0) return
    // presence pushes were missed meanwhile
    void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversationLists })
    void cache.invalidateQueries({ queryKey: chatQueryKeys.allConversations })
  })
  useEffect(() => {
    if (currentUserId) void syncConversations(cache) // pushes were missed while the chat was not mounted
  }, [cache, currentUserId])
}
