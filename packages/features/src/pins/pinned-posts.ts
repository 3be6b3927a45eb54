import type { PostView } from '@meadow/contracts/browser'
import { api, type QueryClient } from '@meadow/web'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'

type PageWithPin = PostListData['pages'][number] & { pinnedPost?: PostView | undefined }

/** Returns the post that a member has pinned, from the first page of the posts of their profile. */
export const getPinnedPost = (list: { pages: PostListData['pages'] } | undefined): PostView | undefined =>
  (list?.pages[0] as PageWithPin | undefined)?.pinnedPost

/** The id of the post that the viewer has pinned; null: there is none. */
export const createPinnedIdQuery = (username: string, cache: QueryClient) => ({
  queryKey: createPinnedIdKey(username),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
    const page = await api('GET /posts/user/:username', { params: { username }, query: { limit: 1 }, signal })
    return page.pinnedPost?._id ?? null
  },
  initialData: (): string | null | undefined => {
    const list = cache.getQueryData<PostListData>(queryKeys.memberPosts(username))
    return list && (getPinnedPost(list)?._id ?? null)
  },
})

const createPinnedIdKey = (username: string) => ['posts', 'pinned', username] as const

/** True for the keys of data with the pinned post of a member. */
export const isPinQuery = ([subject, part, by, , filter]: readonly unknown[]): boolean =>
  subject === 'posts' && (part === 'pinned' || (part === 'list' && by === 'by' && filter === undefined))

/** Writes the pinned post of the viewer into the cached profile and the menus of posts; undefined: there is none. */
export function cachePinnedPost(cache: QueryClient, username: string, pinnedPost: PostView | undefined): void {
  cache.setQueryData<string | null>(createPinnedIdKey(username), pinnedPost?._id ?? null)
  cache.setQueryData<PostListData>(queryKeys.memberPosts(username), (list) => {
    const [first, ...others] = list?.pages ?? []
    return list && first && { ...list, pages: [{ ...first, pinnedPost } as PageWithPin, ...others] }
  })
}

/** Removes a deleted post from the top of the cached profile of its author. */
export function uncachePinnedPost(cache: QueryClient, { _id, user: { username } }: PostView): void {
  const pinned = getPinnedPost(cache.getQueryData<PostListData>(queryKeys.memberPosts(username)))
  if (pinned?._id === _id) cachePinnedPost(cache, username, undefined)
}
