import type { MemberView } from '@meadow/contracts'
import { findVisibleMemberViews, type Viewer } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow } from '@meadow/storage'
import { afterCursor, newestFirst } from '../mongo-newest-first.ts'
import { type CommentDocument, commentsIn } from '../posts/mongo-post-collections.ts'
import type { Comment } from '../posts/post.ts'

/** A comment, if its author is one of those who are seen. */
export function toComment(
  { _id, authorId, text, createdAt }: Omit<CommentDocument, 'postId'>,
  seen: ReadonlyMap<string, MemberView>,
): Comment[] {
  const user = seen.get(authorId)
  return user ? [{ _id, user, text, createdAt }] : []
}

/** The comments of a post by those whom `viewer` may see, newest first, with one more than the window's limit. */
export const readComments = (
  mongo: MongoDatabase,
  postId: string,
  viewer: Viewer,
  window: KeysetWindow,
): Promise<Comment[]> =>
  readFilteredWindow<CommentDocument, Comment>(window, {
    readRows: (last, limit) =>
      commentsIn(mongo)
        .find({ postId, ...afterCursor(last) }, mongo.operationOptions)
        .sort(newestFirst)
        .limit(limit)
        .toArray(),
    async filterRows(rows) {
      const seen = await findVisibleMemberViews(mongo, viewer, [...new Set(rows.map(({ authorId }) => authorId))])
      return rows.flatMap((row) => toComment(row, seen))
    },
  })
