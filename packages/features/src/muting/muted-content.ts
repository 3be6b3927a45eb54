import type { PostView } from '@meadow/contracts/browser'
import { type ApiResponse, api, type QueryClient } from '@meadow/web'
import { restoreCachedPost } from '../cache/cached-posts.ts'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'

/** The posts and tags that the viewer mutes, newest mute first. Some may have ended since they were fetched. */
export type MutedContent = ApiResponse<'GET /posts/muted'>

/** Query keys of what the viewer mutes, apart from members. */
export const mutingKeys = {
  all: ['muting'] as const,
  content: ['muting', 'content'] as const,
  words: ['muting', 'words'] as const,
}

/** The query of all posts and tags that the viewer mutes. */
export const mutedContentQuery = {
  queryKey: mutingKeys.content,
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /posts/muted', { signal }),
}

/** A post that leaves the feeds, and the keys of those that had it, so that they can show it again. */
export type MutedPost = { post: PostView; feeds: readonly (readonly string[])[] }

/** Stores in the cache that the viewer mutes a post until a time (null: until they unmute it), or (undefined) no longer does. */
export function cachePostMute(cache: QueryClient, postId: string, mute: { until: string | null } | undefined): void {
  cache.setQueryData<MutedContent>(mutingKeys.content, (known) => {
    if (!known) return known
    const others = known.posts.filter(({ _id }) => _id !== postId)
    return { ...known, posts: mute ? [{ _id: postId, mutedUntil: mute.until }, ...others] : others }
  })
}

/** Stores in the cache that the viewer mutes a tag until a time (null: until they unmute it), or (undefined) no longer does. */
export function cacheTagMute(cache: QueryClient, tag: string, mute: { until: string | null } | undefined): void {
  cache.setQueryData<MutedContent>(mutingKeys.content, (known) => {
    if (!known) return known
    const others = known.tags.filter((one) => one.tag !== tag)
    return { ...known, tags: mute ? [{ tag, mutedUntil: mute.until }, ...others] : others }
  })
}

/**
 * Returns true for the key of a list of posts that leaves out what the viewer mutes: home, Discover, and the pages of tags other than
 * `shownTag`. Profiles, bookmarks and searches show it.
 */
const isFilteredList = ([, , list, name]: readonly unknown[], shownTag?: string): boolean =>
  FILTERED_LISTS.has(String(list)) && (shownTag === undefined || list !== 'tag' || name !== shownTag)

const FILTERED_LISTS: ReadonlySet<string> = new Set([
  ...(['following', 'discover', 'all'] as const).map((scope) => queryKeys.postList(scope)[2]),
  queryKeys.discoverPosts[2],
  queryKeys.tagPosts('')[2],
])

/** Returns the keys of the cached feeds that have a post. */
export const listFeedsWith = (cache: QueryClient, postId: string): string[][] =>
  cache
    .getQueriesData<PostListData>({ queryKey: queryKeys.postLists })
    .filter(([key, list]) => isFilteredList(key) && list?.pages.some(({ posts }) => hasPost(posts, postId)))
    .map(([key]) => key.map(String))

const hasPost = (posts: readonly PostView[], postId: string) => posts.some(({ _id }) => _id === postId)

/** Removes a post, and the posts of others that share it with a comment, from the cached feeds. Own posts of the viewer stay. */
export const removePostFromFeeds = (cache: QueryClient, postId: string, viewerId: string): void =>
  removeFromFeeds(cache, viewerId, ({ _id }) => _id === postId)

/** Removes the posts of others with a tag from the cached feeds, apart from the page of the tag. */
export const removeTagFromFeeds = (cache: QueryClient, tag: string, viewerId: string): void =>
  removeFromFeeds(cache, viewerId, ({ facets = [] }) => facets.some((facet) => facet.tag === tag), tag)

function removeFromFeeds(
  cache: QueryClient,
  viewerId: string,
  isMatch: (post: Pick<PostView, '_id' | 'facets'>) => boolean,
  shownTag?: string,
): void {
  const isShown = ({ user, quotedPost, ...post }: PostView) =>
    user._id === viewerId || !(isMatch(post) || (quotedPost && quotedPost.user._id !== viewerId && isMatch(quotedPost)))
  cache.setQueriesData<PostListData>(
    { queryKey: queryKeys.postLists, predicate: ({ queryKey }) => isFilteredList(queryKey, shownTag) },
    (list) =>
      list?.pages.every(({ posts }) => posts.every(isShown))
        ? list
        : list && { ...list, pages: list.pages.map((page) => ({ ...page, posts: page.posts.filter(isShown) })) },
  )
}

/** Puts a post back into the feeds that had it. */
export const restoreToFeeds = (cache: QueryClient, { post, feeds }: MutedPost): void =>
  restoreCachedPost(cache, post, feeds)

/** Refetches the posts and comments that are shown, because the server knows what of them is muted now. Others are refetched when they are opened. */
export function refetchMuted(cache: QueryClient): void {
  for (const queryKey of [queryKeys.postLists, queryKeys.allPosts, queryKeys.allComments])
    void cache.invalidateQueries({ queryKey })
}
