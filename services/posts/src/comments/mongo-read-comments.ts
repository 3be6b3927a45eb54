import type { MemberView } from '@meadow/contracts'
import { findContentAuthorViews, findMutedMembers, type Viewer } from '@meadow/members'
import type { KeysetKey, KeysetWindow } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow, runMongoOperations } from '@meadow/storage'
import { afterCursor, newestFirst } from '../mongo-newest-first.ts'
import { type CommentDocument, commentsIn } from '../posts/mongo-post-collections.ts'
import type { Comment } from '../posts/post.ts'
import type { CommentOrder } from './comment.ts'

/** The index `newest` serves both orders: it is read in both directions. */
const inOrder = {
  newest: { after: afterCursor, sort: newestFirst },
  oldest: { after: (key: KeysetKey | undefined) => (key ? { _id: { $gt: key._id } } : {}), sort: { _id: 1 } },
} as const

/** Converts a comment document. Returns undefined if its author is not visible. */
export function toVisibleComment(
  { _id, authorId, text, facets = [], createdAt }: Omit<CommentDocument, 'postId'>,
  visibleMembers: ReadonlyMap<string, MemberView>,
): Comment | undefined {
  const user = visibleMembers.get(authorId)
  return user && { _id, user, text, facets, createdAt }
}

/** Returns the views of those of the members whose comments on a post `viewer` sees: a muted member's only on their own posts. */
async function findShownAuthors(
  mongo: MongoDatabase,
  { authorId }: { authorId: string },
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, MemberView>> {
  const [visible, muted] = await runMongoOperations(mongo, [
    () => findContentAuthorViews(mongo, viewer, ids, () => authorId === viewer?._id),
    () => findMutedMembers(mongo, viewer, ids),
  ])
  return new Map([...visible].filter(([id]) => id === authorId || !muted.has(id)))
}

/** Reads the comments of a post that `viewer` sees in this order, and one more than the window's limit. */
export const readComments = (
  mongo: MongoDatabase,
  post: { _id: string; authorId: string },
  viewer: Viewer,
  window: KeysetWindow,
  order: CommentOrder,
): Promise<Comment[]> =>
  readFilteredWindow<CommentDocument, Comment>(window, {
    readRows: (last, limit) =>
      commentsIn(mongo)
        .find({ postId: post._id, ...inOrder[order].after(last) }, mongo.operationOptions)
        .sort(inOrder[order].sort)
        .limit(limit)
        .toArray(),
    async filterRows(rows) {
      const authorIds = [...new Set(rows.map(({ authorId }) => authorId))]
      const shownAuthors = await findShownAuthors(mongo, post, viewer, authorIds)
      return rows.flatMap((row) => toVisibleComment(row, shownAuthors) ?? [])
    },
  })
