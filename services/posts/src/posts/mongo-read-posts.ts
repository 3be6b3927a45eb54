import type { MemberView } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import { findVisibleMemberViews, type Viewer } from '@meadow/members'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { readComments, toComment } from '../comments/mongo-read-comments.ts'
import { likesIn, type PostDocument, postsIn, toLikeId } from './mongo-post-collections.ts'
import type { Comment, Post } from './post.ts'

/** Posts with all that `viewer` sees of them; however many they are, in few questions. */
export async function readPosts(mongo: MongoDatabase, ids: readonly string[], viewer: Viewer): Promise<Post[]> {
  if (ids.length === 0) return []
  const [rows, liked] = await runMongoOperations(mongo, [
    () =>
      postsIn(mongo)
        .find({ _id: { $in: [...ids] } }, mongo.operationOptions)
        .toArray(),
    () => findLikedPostIds(mongo, ids, viewer),
  ])
  const people = rows.flatMap(({ authorId, comments }) => [authorId, ...comments.map((comment) => comment.authorId)])
  const seen = await findVisibleMemberViews(mongo, viewer, [...new Set(people)])
  const posts = rows.map((row) => async () => {
    const user = seen.get(row.authorId)
    return (
      user &&
      toPost(row, user, await readShownComments(mongo, row, seen, viewer), liked.has(row._id) ? viewer : undefined)
    )
  })
  const found = (await runMongoOperations(mongo, posts)).filter((post) => post !== undefined)
  const byId = new Map(found.map((post) => [post._id, post]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function findLikedPostIds(mongo: MongoDatabase, ids: readonly string[], viewer: Viewer): Promise<Set<string>> {
  if (!viewer) return new Set()
  const asked = { _id: { $in: ids.map((id) => toLikeId(id, viewer._id)) } }
  const likes = await likesIn(mongo)
    .find(asked, { ...mongo.operationOptions, projection: { postId: 1 } })
    .toArray()
  return new Set(likes.map(({ postId }) => postId))
}

/** The newest comments are on the post; where the viewer may not see one of them, older ones take its place. */
async function readShownComments(
  mongo: MongoDatabase,
  { _id, comments, commentsCount }: PostDocument,
  seen: ReadonlyMap<string, MemberView>,
  viewer: Viewer,
): Promise<Comment[]> {
  const shown = comments.flatMap((comment) => toComment(comment, seen))
  if (shown.length === comments.length || commentsCount === comments.length) return shown
  const window = { limit: MAX_POST_COMMENTS_IN_VIEW, after: undefined, skip: 0 }
  return (await readComments(mongo, _id, viewer, window)).slice(0, MAX_POST_COMMENTS_IN_VIEW).toReversed()
}

/** `liker` is the viewer if they like it. */
function toPost(row: PostDocument, user: MemberView, comments: Comment[], liker: Viewer): Post {
  const { _id, content, alt, picture, createdAt, rev, likes, likesCount, commentsCount } = row
  return {
    ...{ _id, user, content, alt, picture: picture ?? undefined, createdAt, rev },
    likes: liker && !likes.includes(liker._id) ? [...likes, liker._id] : likes,
    likesCount,
    comments,
    commentsCount,
    viewerLiked: liker !== undefined,
  }
}
