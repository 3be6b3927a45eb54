import type { CommentView, PostView } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'
import { addToCommentLists } from './cached-comments.ts'
import { type FeedScope, type PostListData, queryKeys } from './query-keys.ts'

const NO_POST_IDS: readonly string[] = []

type PostChange = (post: PostView) => PostView

/** Applies a change to a post in every cached list and on its own page. All updates of posts go through it. */
export function updateCachedPost(cache: QueryClient, id: string, change: PostChange): void {
  const apply: PostChange = (post) => (post._id === id ? keepReason(post, change(post)) : post)
  updatePostLists(cache, (posts) => posts.map(apply))
  cache.setQueryData<PostView>(queryKeys.post(id), (post) => post && apply(post))
}

/** Only the list of Discover gives a reason, which a post that was fetched elsewhere lacks. */
const keepReason = ({ reason }: PostView, post: PostView): PostView =>
  reason && !post.reason ? { ...post, reason } : post

export function updateAllCachedPosts(cache: QueryClient, change: PostChange): void {
  updatePostLists(cache, (posts) => posts.map(change))
  cache.setQueriesData<PostView>({ queryKey: queryKeys.allPosts }, (post) => post && change(post))
}

/**
 * Replaces a cached post with the server's version, unless the cached `rev` is higher. A list keeps by whose share it has the post, and
 * what the viewer mutes stays muted: responses to actions do not say it.
 */
export function replaceCachedPost(cache: QueryClient, post: PostView): void {
  updateCachedPost(cache, post._id, ({ sharedBy, ...known }) => ({
    ...(known.rev > post.rev ? known : { ...post, comments: withKnownMutes(known.comments, post.comments) }),
    ...(known.isMuted && { isMuted: true }),
    ...(sharedBy && { sharedBy }),
  }))
}

/** Marks the comments that are marked as muted among those that are `known`. */
export const withKnownMutes = (known: readonly CommentView[], comments: readonly CommentView[]): CommentView[] =>
  comments.map((comment) =>
    known.some(({ _id, isMuted }) => isMuted && _id === comment._id) ? { ...comment, isMuted: true } : comment,
  )

/**
 * Adds the viewer's new post to the top of the lists that show the viewer's own posts, unless they have it already. A list that
 * is being fetched may arrive without it, so it is fetched again.
 */
export function addCachedPost(cache: QueryClient, post: PostView): void {
  for (const key of listOwnPostKeys(post)) {
    const filter = { queryKey: key, exact: true }
    if (cache.isFetching(filter) > 0) void cache.invalidateQueries({ ...filter, refetchType: 'all' })
    cache.setQueryData<PostListData>(key, (list) => {
      const [first, ...rest] = list?.pages ?? []
      if (!list || !first || hasPost(list, post._id)) return list
      return { ...list, pages: [{ ...first, posts: [post, ...first.posts] }, ...rest] }
    })
  }
  cache.setQueryData(queryKeys.post(post._id), post)
}

const hasPost = (list: PostListData, id: string): boolean =>
  list.pages.some(({ posts }) => posts.some(({ _id }) => _id === id))

const listOwnPostKeys = ({ user }: PostView) => [
  queryKeys.postList('following'),
  queryKeys.postList('all'),
  queryKeys.memberPosts(user.username),
]

/** Brings posts to the top of a feed list. Posts that the list has further down move up. */
export function prependCachedPosts(cache: QueryClient, scope: FeedScope, posts: readonly PostView[]): void {
  const ids = new Set(posts.map(({ _id }) => _id))
  cache.setQueryData<PostListData>(queryKeys.postList(scope), (list) => {
    const pages = list?.pages.map((page) => ({ ...page, posts: page.posts.filter(({ _id }) => !ids.has(_id)) }))
    const [first, ...rest] = pages ?? []
    return list && first ? { ...list, pages: [{ ...first, posts: [...posts, ...first.posts] }, ...rest] } : list
  })
}

export function removeCachedPost(cache: QueryClient, id: string): void {
  updatePostLists(cache, (posts) => posts.filter((post) => post._id !== id))
  updateAllCachedPosts(cache, (post) => (post.quotedPost?._id === id ? { ...post, quotedPost: null } : post))
  cache.removeQueries({ queryKey: queryKeys.post(id), type: 'inactive' }) // the post page, if open, is about to close
}

/** Puts a removed post back into lists, at its time: into those that show the viewer's own posts unless `keys` names others. */
export function restoreCachedPost(
  cache: QueryClient,
  post: PostView,
  keys: readonly (readonly string[])[] = listOwnPostKeys(post),
): void {
  for (const key of keys) {
    cache.setQueryData<PostListData>(key, (list) => list && insertByTime(list, post))
  }
}

/** A post that is older than the last loaded one is left to the page that has it. */
function insertByTime(list: PostListData, post: PostView): PostListData {
  if (hasPost(list, post._id)) return list
  const toTime = ({ sharedBy, createdAt }: PostView) => sharedBy?.createdAt ?? createdAt
  const isBefore = (other: PostView) => toTime(other) < toTime(post)
  const found = list.pages.findIndex(({ posts, pagination }) => posts.some(isBefore) || !pagination.hasMore)
  const page = list.pages[found]
  if (!page) return list
  const index = page.posts.findIndex(isBefore)
  const posts = page.posts.toSpliced(index < 0 ? page.posts.length : index, 0, post)
  return { ...list, pages: list.pages.with(found, { ...page, posts }) }
}

/** Returns the post from any cached list, as initial data for its page, which does not say who shared it. */
export function findCachedPost(cache: QueryClient, id: string): PostView | undefined {
  const lists = cache.getQueriesData<PostListData>({ queryKey: queryKeys.postLists })
  const found = lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.posts)
    .find((post) => post._id === id)
  if (!found?.sharedBy) return found
  const { sharedBy: _sharedBy, ...post } = found
  return post
}

/** Adds a new comment to its post and to the newest end of the post's cached comment lists. */
export function addCachedComment(cache: QueryClient, post: PostView, comment: CommentView): void {
  replaceCachedPost(cache, post)
  addToCommentLists(cache, post._id, [comment])
}

/** Removes all pages but the first from every post list, so that a refetch costs one call. */
export function trimToFirstPage(cache: QueryClient): void {
  cache.setQueriesData<PostListData>({ queryKey: queryKeys.postLists }, (list) =>
    list ? { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) } : list,
  )
}

/** Keeps the identity of unchanged pages and lists, so that React does not render them again. */
function updatePostLists(cache: QueryClient, change: (posts: PostView[]) => PostView[]): void {
  cache.setQueriesData<PostListData>({ queryKey: queryKeys.postLists }, (list) => {
    const pages = list?.pages.map((page) => {
      const posts = change(page.posts)
      return isShallowEqual(posts, page.posts) ? page : { ...page, posts }
    })
    return list && pages && !isShallowEqual(pages, list.pages) ? { ...list, pages } : undefined
  })
}

const isShallowEqual = <Item>(some: readonly Item[], others: readonly Item[]) =>
  some.length === others.length && some.every((item, index) => item === others[index])

/** Returns the ids of posts that arrived while the member reads. The feed shows them on request only. */
export const getNewPostIds = (cache: QueryClient): readonly string[] =>
  cache.getQueryData<readonly string[]>(queryKeys.newPostIds) ?? NO_POST_IDS

export function addNewPostIds(cache: QueryClient, ids: readonly string[]): void {
  const known = getNewPostIds(cache)
  const added = ids.filter((id) => !known.includes(id) && !findCachedPost(cache, id))
  if (added.length > 0) cache.setQueryData(queryKeys.newPostIds, [...added, ...known])
}

export function removeNewPostIds(cache: QueryClient, ids: readonly string[]): void {
  const known = getNewPostIds(cache)
  const left = known.filter((id) => !ids.includes(id))
  if (left.length < known.length) cache.setQueryData(queryKeys.newPostIds, left)
}
