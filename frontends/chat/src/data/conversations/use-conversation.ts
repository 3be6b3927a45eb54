import { useQuery, useQueryClient } from '@meadow/web'
import { useEffect } from 'react'
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
