import type { ApiResponse, InfiniteData } from '@meadow/web'

export type ConversationFilter = { q?: string; filter?: 'unread' | 'online' | undefined }
export type ConversationPages = InfiniteData<ApiResponse<'GET /messages/conversations'>, string | null>

/** Where the chat lies in the query cache. */
export const chatQueryKeys = {
  allConversationLists: ['chat', 'list'] as const,
  conversationList: ({ q = '', filter }: ConversationFilter) => ['chat', 'list', filter ?? 'all', q] as const,
  allConversations: ['chat', 'with'] as const,
  conversation: (userId: string) => ['chat', 'with', userId] as const,
  messageWindow: (userId: string) => ['chat', 'talk', userId] as const,
  allThreads: ['chat', 'thread'] as const,
  thread: (rootId: string) => ['chat', 'thread', rootId] as const,
  threadList: (userId: string) => ['chat', 'threads', userId] as const,
  messageSearch: (userId: string, q: string) => ['chat', 'search', userId, q] as const,
  messagePicture: (messageId: string) => ['chat', 'picture', messageId] as const,
  allMutualFollowers: ['chat', 'mutual'] as const,
  mutualFollowers: (q: string) => ['chat', 'mutual', q] as const,
  /** The highest `rev` of a conversation of which anybody told. */
  latestRev: (userId: string) => ['chat', 'told', userId] as const,
  /** Where `sync` goes on. */
  syncCursor: ['chat', 'moved'] as const,
}
