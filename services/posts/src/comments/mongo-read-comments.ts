import type { MemberView } from '@meadow/contracts'
import { seenMembers, type Viewer } from '@meadow/members'
import type { Window } from '@meadow/service'
import { type Mongo, walk } from '@meadow/storage'
import { after, newestFirst } from '../mongo-newest.ts'
import { type CommentRow, commentsIn } from '../posts/mongo-rows.ts'
import type { Comment } from '../posts/post.ts'

/** A comment, if its author is one of those who are seen. */
export function toComment(
  { _id, authorId, text, createdAt }: Omit<CommentRow, 'postId'>,
  seen: ReadonlyMap<string, MemberView>,
): Comment[] {
  const user = seen.get(authorId)
  return user ? [{ _id, user, text, createdAt }] : []
}

/** The comments of a post by those whom `viewer` may see, newest first, with one more than the window's limit. */
export const readComments = (mongo: Mongo, postId: string, viewer: Viewer, window: Window): Promise<Comment[]> =>
  walk<CommentRow, Comment>(window, {
    read: (last, limit) =>
      commentsIn(mongo)
        .find({ postId, ...after(last) }, mongo.within)
        .sort(newestFirst)
        .limit(limit)
        .toArray(),
    async show(rows) {
      const seen = await seenMembers(mongo, viewer, [...new Set(rows.map(({ authorId }) => authorId))])
      return rows.flatMap((row) => toComment(row, seen))
    },
  })
