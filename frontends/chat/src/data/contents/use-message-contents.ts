import { PAGE_SIZE } from '@meadow/contracts/limits'
import type { MessageContent } from '@meadow/contracts/parse-search'
import { api, useInfiniteQuery } from '@meadow/web'
import { getClearedUpTo } from '../conversations/conversation-marks.ts'
import { useConversation } from '../conversations/use-conversation.ts'
import { isMessageHidden } from '../messages/hidden-message.ts'
import { getNextBefore } from '../messages/use-search-messages.ts'
import { chatQueryKeys } from '../query-keys.ts'

/** Returns the infinite query of the messages with `userId` that have a content, newest first. The first page opens offline. */
export function useMessageContents(userId: string, has: MessageContent) {
  const query = useInfiniteQuery({
    queryKey: chatQueryKeys.messageContents(userId, has),
    queryFn: ({ pageParam: before, signal }) =>
      api('GET /messages/:id', { params: { id: userId }, query: { has, before, limit: PAGE_SIZE.messages }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: getNextBefore,
  })
  const clearedUpTo = getClearedUpTo(useConversation(userId).data)
  const messages = query.data?.pages.flatMap((page) => page.messages.toReversed()) ?? []
  return { ...query, messages: messages.filter((message) => message.seq > clearedUpTo && !isMessageHidden(message)) }
}
