import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type ApiResponse, api, useInfiniteQuery } from '@meadow/web'
import { getClearedUpTo } from '../conversations/conversation-marks.ts'
import { useConversation } from '../conversations/use-conversation.ts'
import { chatQueryKeys } from '../query-keys.ts'
import { isMessageHidden } from './hidden-message.ts'
import { type MessageSearchFilter, toSearchQuery } from './message-search-filter.ts'

/** Returns the infinite query of the messages with `userId` that a filter finds, newest first. Disabled if it asks for nothing. */
export function useSearchMessages(userId: string, filter: MessageSearchFilter) {
  const conditions = toSearchQuery(filter)
  const query = useInfiniteQuery({
    queryKey: chatQueryKeys.messageSearch(userId, conditions ?? {}),
    queryFn: ({ pageParam: before, signal }) =>
      api('GET /messages/:id', {
        params: { id: userId },
        query: { ...conditions, before, limit: PAGE_SIZE.messages },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: getNextBefore,
    enabled: conditions !== undefined,
  })
  const clearedUpTo = getClearedUpTo(useConversation(userId).data)
  const results = query.data?.pages.flatMap(({ messages }) => messages.toReversed()) ?? []
  return { ...query, results: results.filter((message) => message.seq > clearedUpTo && !isMessageHidden(message)) }
}

/** Returns the message before which a search continues. Services of earlier versions do not name it. */
export const getNextBefore = ({ hasMore, messages, nextBefore }: ApiResponse<'GET /messages/:id'>): string | null =>
  nextBefore === undefined ? (hasMore && messages[0]?._id) || null : nextBefore
