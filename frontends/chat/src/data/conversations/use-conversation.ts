import { useQuery, useQueryClient } from '@meadow/web'
import { useEffect } from 'react'
import { chatQueryKeys } from '../query-keys.ts'
import { catchUpConversation } from '../sync/catch-up.ts'
import { fetchConversation } from './fetch-conversation.ts'

/** What the member has with `userId`; nothing is asked without one. */
export function useConversation(userId: string | undefined) {
  const cache = useQueryClient()
  const query = useQuery({
    queryKey: chatQueryKeys.conversation(userId ?? ''),
    queryFn: ({ signal }) => fetchConversation(userId ?? '', signal),
    enabled: userId !== undefined,
  })
  const { data } = query
  useEffect(() => {
    if (data) void catchUpConversation(cache, data._id) // something may have been told while it was fetched
  }, [cache, data])
  return query
}
