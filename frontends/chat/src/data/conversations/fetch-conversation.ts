import type { ConversationView } from '@meadow/contracts'
import { api } from '@meadow/web'

/** Fetches the conversation with a member. @throws ApiError */
export async function fetchConversation(userId: string, signal?: AbortSignal): Promise<ConversationView> {
  const { conversation } = await api('GET /messages/conversations/:userId', {
    params: { userId },
    ...(signal && { signal }),
  })
  return conversation
}
