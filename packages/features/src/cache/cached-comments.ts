import type { CommentView } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'
import { type CommentListData, type CommentOrder, queryKeys } from './query-keys.ts'

const ORDERS: readonly CommentOrder[] = ['oldest', 'newest']

/**
 * Adds new comments, oldest first, to the cached lists of a post; replies are added by `addCachedReplies`. Refetches a list if comments may be missing between it and
 * the new ones; `count` is the number of all comments.
 */
export function addToCommentLists(
  cache: QueryClient,
  postId: string,
  comments: readonly CommentView[],
  count = 0,
): void {
  for (const order of ORDERS) {
    const queryKey = queryKeys.commentList(postId, order)
    const list = cache.getQueryData<CommentListData>(queryKey)
    if (!list) continue
    if (hasCommentGap(list, order, comments, count)) void cache.invalidateQueries({ queryKey })
    else cache.setQueryData(queryKey, addNewComments(list, order, comments.filter(isComment)))
  }
}

const isComment = ({ parentId }: CommentView) => !parentId

/** Adds the comments that a list does not contain yet to its newest end. A list whose end is not loaded stays as it is. */
export function addNewComments(
  list: CommentListData,
  order: CommentOrder,
  comments: readonly CommentView[],
): CommentListData {
  const known = toCommentIds(list)
  const fresh = comments.filter(({ _id }) => !known.has(_id))
  const { pages } = list
  const end = order === 'newest' ? pages[0] : pages.at(-1)
  if (!end || fresh.length === 0 || !hasNewestEnd(list, order)) return list
  if (order === 'oldest') {
    return { ...list, pages: pages.with(-1, { ...end, comments: [...end.comments, ...fresh] }) }
  }
  return { ...list, pages: pages.with(0, { ...end, comments: [...fresh.toReversed(), ...end.comments] }) }
}

/** Returns true if comments may be missing between a cached list and the newest comments of its post. */
export function hasCommentGap(
  list: CommentListData,
  order: CommentOrder,
  newest: readonly CommentView[],
  count: number,
): boolean {
  const known = toCommentIds(list)
  const comments = newest.filter(isComment)
  const isUnknown = comments.length > 0 && !comments.some(({ _id }) => known.has(_id))
  return hasNewestEnd(list, order) && count > newest.length && isUnknown
}

const hasNewestEnd = ({ pages }: CommentListData, order: CommentOrder) =>
  order === 'newest' || pages.at(-1)?.hasMore === false

const toCommentIds = (list: CommentListData) =>
  new Set(list.pages.flatMap(({ comments }) => comments.map(({ _id }) => _id)))
