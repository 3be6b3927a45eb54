import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { getClearedUpTo } from '../conversations/conversation-marks.ts'
import { useConversation } from '../conversations/use-conversation.ts'
import { withoutClearedContent } from '../messages/hidden-message.ts'
import { chatQueryKeys } from '../query-keys.ts'

/** Returns the infinite query of the threads with `userId`, latest reply first, each with its `root` and `unreadCount`. */
export function useThreads(userId: string) {
  const query = useInfiniteQuery({
    queryKey: chatQueryKeys.threadList(userId),
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /messages/:userId/threads', { params: { userId }, query: { cursor, limit: PAGE_SIZE.follows }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
  })
  const clearedUpTo = getClearedUpTo(useConversation(userId).data)
  const threads = query.data?.pages.flatMap((page) => page.threads) ?? []
  return {
    ...query,
    threads: threads.map((thread) => ({ ...thread, root: withoutClearedContent(thread.root, clearedUpTo) })),
  }
}
