import type { ConversationView } from '@meadow/contracts'
import { api } from '@meadow/web'

/** What the member has with `userId`, as it is now. @throws ApiError */
export async function fetchConversation(userId: string, signal?: AbortSignal): Promise<ConversationView> {
  const { conversation } = await api('GET /messages/conversations/:userId', {
    params: { userId },
    ...(signal && { signal }),
  })
  return conversation
}
