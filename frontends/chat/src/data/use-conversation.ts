import { useQuery, useQueryClient } from '@meadow/web'
import { useEffect } from 'react'
import { catchUp } from './catch-up.ts'
import { fetchConversation } from './fetch-conversation.ts'
import { keys } from './keys.ts'

/** What the member has with `userId`; nothing is asked without one. */
export function useConversation(userId: string | undefined) {
  const cache = useQueryClient()
  const query = useQuery({
    queryKey: keys.conversation(userId ?? ''),
    queryFn: ({ signal }) => fetchConversation(userId ?? '', signal),
    enabled: userId !== undefined,
  })
  const { data } = query
  useEffect(() => {
    if (data) void catchUp(cache, data._id) // something may have been told while it was fetched
  }, [cache, data])
  return query
}
