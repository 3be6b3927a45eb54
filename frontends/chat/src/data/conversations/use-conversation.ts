import { useQuery, useQueryClient } from '@meadow/web'
import { useEffect } from 'react'
import { useUnsentMessages } from '../messages/use-send-message.ts'
import { chatQueryKeys } from '../query-keys.ts'
import { catchUpConversation, fetchConversation } from '../sync/catch-up.ts'

/** Returns the query of the conversation with `userId`. Sends no request while `userId` is undefined. */
export function useConversation(userId: string | undefined) {
  const cache = useQueryClient()
  const query = useQuery({
    queryKey: chatQueryKeys.conversation(userId ?? ''),
    queryFn: ({ signal }) => fetchConversation(userId ?? '', signal),
    enabled: userId !== undefined,
  })
  const { data } = query
  useEffect(() => {
    if (data) void catchUpConversation(cache, data._id) // a push may have arrived during the request
  }, [cache, data])
  return query
}

/** Fetches the conversation again when a message to `userId` is refused because one may not write to them any more. */
export function useRefetchOnRefusal(userId: string): void {
  const cache = useQueryClient()
  const refusedId = useUnsentMessages(userId).findLast(({ refusal }) => refusal?.code === 'not_mutual')?.id
  useEffect(() => {
    if (refusedId) void cache.invalidateQueries({ queryKey: chatQueryKeys.conversation(userId) })
  }, [cache, userId, refusedId])
}
