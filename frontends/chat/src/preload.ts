import { createProfileQuery } from '@meadow/features'
import { matchPath, type PreloadPage } from '@meadow/web'
import { createConversationQuery } from './data/conversations/use-conversations.ts'
import { createGroupQuery } from './groups/group-queries.ts'
import { loadGroupPage } from './groups/lazy-group-page.tsx'

/** Fetches the first data of a page: the conversations, the other member of a conversation, or a group. */
export const preload: PreloadPage = async (pathname, { cache }) => {
  const groupId = matchPath('/chat/group/:id', pathname)?.params.id
  if (groupId !== undefined) {
    void loadGroupPage().catch(() => undefined)
    return cache.prefetchQuery(createGroupQuery(groupId))
  }
  const { username } = matchPath('/chat/:username', pathname)?.params ?? {}
  return username === undefined
    ? cache.prefetchInfiniteQuery(createConversationQuery())
    : cache.prefetchQuery(createProfileQuery(username))
}
