import type { MessageView } from '@meadow/contracts'
import type { AnswerOf, InfiniteData } from '@meadow/web'

export type ConversationFilter = { q?: string; filter?: 'unread' | 'online' | undefined }
export type ConversationPages = InfiniteData<AnswerOf<'GET /messages/conversations'>, string | null>

/**
 * What is known of the messages with `userId`: a run of them without a gap, by `seq`. All changes up to `rev` are in it.
 * `readUpTo` and `deliveredUpTo` are how far the other got, `ownReadUpTo` how far the member.
 */
export type Talk = {
  userId: string
  messages: MessageView[]
  hasOlder: boolean
  hasNewer: boolean
  rev: number
  readUpTo: number
  deliveredUpTo: number
  ownReadUpTo: number
  /** Counts when it is replaced by another run: what is shown then has its own place. */
  run?: number
}

/** What was written under a message. */
export type Thread = Talk & { root: MessageView }

/** Where the chat lies in the query cache. */
export const keys = {
  lists: ['chat', 'list'] as const,
  list: ({ q = '', filter }: ConversationFilter) => ['chat', 'list', filter ?? 'all', q] as const,
  everyConversation: ['chat', 'with'] as const,
  conversation: (userId: string) => ['chat', 'with', userId] as const,
  talk: (userId: string) => ['chat', 'talk', userId] as const,
  everyThread: ['chat', 'thread'] as const,
  thread: (rootId: string) => ['chat', 'thread', rootId] as const,
  threads: (userId: string) => ['chat', 'threads', userId] as const,
  search: (userId: string, q: string) => ['chat', 'search', userId, q] as const,
  picture: (messageId: string) => ['chat', 'picture', messageId] as const,
  everyMutual: ['chat', 'mutual'] as const,
  mutual: (q: string) => ['chat', 'mutual', q] as const,
  /** The highest `rev` of a conversation of which anybody told. */
  told: (userId: string) => ['chat', 'told', userId] as const,
  /** Where `sync` goes on. */
  moved: ['chat', 'moved'] as const,
}
