import { createMongoMemberReadModel, findMembersWithVisibleContent, toActor, type Viewer } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import type { ChangedPost } from './changed-post.ts'
import type { PostDocument } from './mongo-post-collections.ts'

/** Returns true if `viewer` may see the post, which is null if it does not exist. A share without a comment is not seen by itself. */
export const isPostVisible = async (
  mongo: MongoDatabase,
  post: Pick<PostDocument, 'authorId' | 'hiddenAt' | 'isPlainShare'> | null,
  viewer: Viewer,
): Promise<boolean> =>
  post !== null &&
  !post.hiddenAt &&
  !post.isPlainShare &&
  (await findMembersWithVisibleContent(mongo, viewer, [post.authorId])).size > 0

/** Returns the state of a stored post, with the authors of its newest comments. Leaves out comments of unknown members. */
export async function toChangedPost(tx: MongoDatabase, post: PostDocument): Promise<ChangedPost> {
  const { authorId, rev, likes, likesCount, commentsCount, sharesCount = 0 } = post
  const members = await createMongoMemberReadModel(tx).find([...new Set(post.comments.map((one) => one.authorId))])
  const comments = post.comments.flatMap(
    ({ _id, authorId, text, facets = [], createdAt, parentId = null, editedAt = null }) => {
      const author = members.get(authorId)
      return author ? [{ _id, user: toActor(author), text, facets, createdAt, parentId, editedAt }] : []
    },
  )
  return { authorId, rev, likes, likesCount, comments, commentsCount, sharesCount }
}
