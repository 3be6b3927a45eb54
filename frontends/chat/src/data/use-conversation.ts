import { useQuery } from '@meadow/web'
import { fetchConversation } from './fetch-conversation.ts'
import { keys } from './keys.ts'

/** What the member has with `userId`; nothing is asked without one. */
export function useConversation(userId: string | undefined) {
  return useQuery({
    queryKey: keys.conversation(userId ?? ''),
    queryFn: ({ signal }) => fetchConversation(userId ?? '', signal),
    enabled: userId !== undefined,
  })
}
