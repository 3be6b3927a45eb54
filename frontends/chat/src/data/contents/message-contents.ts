import type { MessageView } from '@meadow/contracts/browser'
import type { ApiResponse, InfiniteData, QueryClient } from '@meadow/web'
import { chatQueryKeys } from '../query-keys.ts'

type MessageContentPages = InfiniteData<ApiResponse<'GET /messages/:id'>, string | null>

/** Removes a message from cached lists of contents, so that what was deleted is not shown or stored any longer. */
export const removeFromContents = (cache: QueryClient, queryKey: readonly string[], messageId: string): void => {
  cache.setQueriesData<MessageContentPages>(
    { queryKey },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          messages: page.messages.filter(({ _id }) => _id !== messageId),
        })),
      },
  )
}

/** Removes messages that the member has cleared from cached lists of contents, and returns them. */
export function removeClearedContents(cache: QueryClient, userId: string, clearedUpTo: number): MessageView[] {
  const queryKey = chatQueryKeys.allMessageContents(userId)
  const known = cache.getQueriesData<MessageContentPages>({ queryKey })
  const cleared = known
    .flatMap(([, lists]) => lists?.pages ?? [])
    .flatMap(({ messages }) => messages.filter(({ seq }) => seq <= clearedUpTo))
  for (const { _id } of cleared) removeFromContents(cache, queryKey, _id)
  return cleared
}

/** Refetches the lists of contents of a conversation: those that are shown at once, the others when they are opened. */
export const refreshContents = (cache: QueryClient, userId: string): void =>
  void cache.invalidateQueries({ queryKey: chatQueryKeys.allMessageContents(userId) })
