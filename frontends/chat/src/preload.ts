import { createProfileQuery } from '@meadow/features'
import { matchPath, type PreloadPage } from '@meadow/web'
import { createConversationQuery } from './data/conversations/use-conversations.ts'

/** Fetches the first data of a page: the conversations, or the other member of a conversation. */
export const preload: PreloadPage = async (pathname, { cache }) => {
  const { username } = matchPath('/chat/:username', pathname)?.params ?? {}
  return username === undefined
    ? cache.prefetchInfiniteQuery(createConversationQuery())
    : cache.prefetchQuery(createProfileQuery(username))
}
