import type { MessageContent } from '@meadow/contracts/parse-search'
import type { ApiResponse, InfiniteData } from '@meadow/web'

/** `archived`: those of the archive; `requests`: message requests that the member has received. */
export type ConversationFilter = { q?: string; filter?: 'unread' | 'online' | 'archived' | 'requests' | undefined }
export type ConversationPages = InfiniteData<ApiResponse<'GET /messages/conversations'>, string | null>

/** Query keys of the chat in the page's query cache. The first member of every key is `chat`. */
export const chatQueryKeys = {
  allConversationLists: ['chat', 'conversations'] as const,
  conversationList: ({ q = '', filter }: ConversationFilter) => ['chat', 'conversations', filter ?? 'all', q] as const,
  allConversations: ['chat', 'conversation'] as const,
  conversation: (userId: string) => ['chat', 'conversation', userId] as const,
  messageWindow: (userId: string) => ['chat', 'messages', userId] as const,
  drafts: ['chat', 'drafts'] as const,
  messageHistory: (messageId: string) => ['chat', 'history', messageId] as const,
  allThreads: ['chat', 'thread'] as const,
  thread: (rootId: string) => ['chat', 'thread', rootId] as const,
  threadList: (userId: string) => ['chat', 'threads', userId] as const,
  allMessageSearches: (userId: string) => ['chat', 'search', userId] as const,
  messageSearch: (userId: string, conditions: object) => ['chat', 'search', userId, conditions] as const,
  /** The lists of the messages of a conversation that have a content: pictures, recordings, links, or a star. */
  allMessageContents: (userId: string) => ['chat', 'contents', userId] as const,
  messageContents: (userId: string, has: MessageContent) => ['chat', 'contents', userId, has] as const,
  /** The searches of all conversations, on the search page. */
  inboxSearches: ['chat', 'search', 'inbox'] as const,
  /** The last edit or deletion of a message that a push has named, for quotes that are not sent yet. */
  quotedChange: (messageId: string) => ['chat', 'quoted-change', messageId] as const,
  messagePicture: (messageId: string) => ['chat', 'picture', messageId] as const,
  allMutualFollowers: ['chat', 'mutual-followers'] as const,
  mutualFollowers: (q: string) => ['chat', 'mutual-followers', q] as const,
  /** The highest `rev` of a conversation that a response or a push has named. */
  latestRev: (userId: string) => ['chat', 'latest-rev', userId] as const,
  /** The `changeSeq` of the newest marks of a conversation that are known. */
  marksChangeSeq: (userId: string) => ['chat', 'marks', userId] as const,
  /** The last `seq` of a conversation whose clearing this page has applied. */
  appliedClearing: (userId: string) => ['chat', 'applied-clearing', userId] as const,
  /** The members whose messages were pushed, the latest last. */
  pushedConversations: ['chat', 'pushed-conversations'] as const,
  /** The cursor from which `syncConversations` continues. */
  syncCursor: ['chat', 'sync-cursor'] as const,
}

const hasPrefix = (prefixes: readonly (readonly string[])[]) => (queryKey: readonly unknown[]) =>
  prefixes.some((prefix) => prefix.every((part, index) => queryKey[index] === part))

/** Returns true for queries whose data contains messages. */
export const isMessageQuery: (queryKey: readonly unknown[]) => boolean = hasPrefix([
  ['chat', 'messages'],
  chatQueryKeys.allThreads,
])

/** Returns true for queries whose data contains conversations. */
export const isConversationQuery: (queryKey: readonly unknown[]) => boolean = hasPrefix([
  chatQueryKeys.allConversations,
  chatQueryKeys.allConversationLists,
])
