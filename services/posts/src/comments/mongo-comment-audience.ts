import { createMongoMemberReadModel } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import type { PostDocument } from '../posts/mongo-post-collections.ts'
import { DEFAULT_POST_SETTINGS } from '../posts/post-settings.ts'
import type { NewComment } from './comment.ts'
import { assertMayComment } from './comment-audience.ts'

/** Checks that the author of a new comment may comment on the post. @throws comment_not_allowed */
export async function assertMongoCommentAllowed(
  tx: MongoDatabase,
  { authorId, facets = [], settings = DEFAULT_POST_SETTINGS }: PostDocument,
  { by, isModerator }: NewComment,
): Promise<void> {
  const followed = await createMongoMemberReadModel(tx).findFollowed(authorId, [by._id])
  assertMayComment(
    { authorId, facets, ...settings },
    { _id: by._id, isModerator },
    { isFollowedByAuthor: followed.size > 0 },
  )
}
