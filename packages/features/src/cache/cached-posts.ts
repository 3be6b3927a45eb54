import type { CommentView, PostView } from '@meadow/contracts'
import type { QueryClient } from '@meadow/web'
import { type CommentListData, type PostListData, queryKeys } from './query-keys.ts'

type PostChange = (post: PostView) => PostView

/** Changes a post in every list and on its own page: the one way in which posts move. */
export function updateCachedPost(cache: QueryClient, id: string, change: PostChange): void {
  const apply: PostChange = (post) => (post._id === id ? change(post) : post)
  updatePostLists(cache, (posts) => posts.map(apply))
  cache.setQueryData<PostView>(queryKeys.post(id), (post) => post && apply(post))
}

export function updateAllCachedPosts(cache: QueryClient, change: PostChange): void {
  updatePostLists(cache, (posts) => posts.map(change))
  cache.setQueriesData<PostView>({ queryKey: queryKeys.allPosts }, (post) => post && change(post))
}

/** Puts what the server says in the place of what is shown, unless that is newer. */
export function replaceCachedPost(cache: QueryClient, post: PostView): void {
  updateCachedPost(cache, post._id, (known) => (known.rev > post.rev ? known : post))
}

/** A new post of one's own: on top of the lists that show one's own. */
export function addCachedPost(cache: QueryClient, post: PostView): void {
  for (const key of [
    queryKeys.postList('following'),
    queryKeys.postList('all'),
    queryKeys.memberPosts(post.user.username),
  ]) {
    cache.setQueryData<PostListData>(key, (list) => {
      const [first, ...rest] = list?.pages ?? []
      return list && first ? { ...list, pages: [{ ...first, posts: [post, ...first.posts] }, ...rest] } : list
    })
  }
  cache.setQueryData(queryKeys.post(post._id), post)
}

export function removeCachedPost(cache: QueryClient, id: string): void {
  updatePostLists(cache, (posts) => posts.filter((post) => post._id !== id))
  cache.removeQueries({ queryKey: queryKeys.post(id), type: 'inactive' }) // its own page, if shown, is being left
}

/** The post as some list shows it, so that its page has something to show at once. */
export function findCachedPost(cache: QueryClient, id: string): PostView | undefined {
  const lists = cache.getQueriesData<PostListData>({ queryKey: queryKeys.postLists })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.posts)
    .find((post) => post._id === id)
}

/** A new comment: in its post, and on top of the comments where they are listed. */
export function addCachedComment(cache: QueryClient, post: PostView, comment: CommentView): void {
  replaceCachedPost(cache, post)
  cache.setQueryData<CommentListData>(queryKeys.comments(post._id), (list) => {
    const [first, ...rest] = list?.pages ?? []
    if (first?.comments.some(({ _id }) => _id === comment._id)) return list // the socket was quicker
    return list && first ? { ...list, pages: [{ ...first, comments: [comment, ...first.comments] }, ...rest] } : list
  })
}

/** Only the first page stays, so that asking again costs one call. */
export function trimToFirstPage(cache: QueryClient): void {
  cache.setQueriesData<PostListData>({ queryKey: queryKeys.postLists }, (list) =>
    list ? { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) } : list,
  )
}

/** What does not change stays the same object: cards of other posts, and lists without this post, are not rendered anew. */
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
  some.length === others.length && some.every((item, place) => item === others[place])
