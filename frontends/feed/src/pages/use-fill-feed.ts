import { type FeedScope, prependCachedPosts, queryKeys, useCachedState } from '@meadow/features'
import { api, type QueryClient, useQueryClient } from '@meadow/web'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Posts of each newly followed member that come to the top of the feed. */
const POSTS_PER_MEMBER = 2
const NO_USERNAMES: readonly string[] = []

/**
 * Brings the newest posts of each member whom the viewer follows to the top of a newcomer's feed, which shows everyone's posts.
 * Does nothing further down the page, where it would move what the viewer reads.
 */
export function useFillFeed(scope: FeedScope): void {
  const cache = useQueryClient()
  const usernames = useCachedState(queryKeys.newlyFollowedUsernames, () => NO_USERNAMES)
  const handledCount = useRef(usernames.length)
  const fill = useEffectEvent(() => {
    const added = usernames.slice(handledCount.current)
    handledCount.current = usernames.length
    if (scope !== 'all' || scrollY > innerHeight) return
    for (const username of added) void addPostsOf(cache, username).catch(() => undefined) // they are further down, too
  })
  useEffect(() => {
    if (usernames.length > 0) fill()
  }, [usernames])
}

async function addPostsOf(cache: QueryClient, username: string): Promise<void> {
  const { posts } = await api('GET /posts/user/:username', {
    params: { username },
    query: { limit: POSTS_PER_MEMBER },
  })
  prependCachedPosts(cache, 'all', posts)
}
