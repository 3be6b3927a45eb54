import type { MemberView } from '@meadow/contracts'
import { MAX_REPLIES_IN_VIEW } from '@meadow/contracts/limits'
import { findContentAuthorViews, findMutedMembers, type Viewer } from '@meadow/members'
import type { KeysetKey, KeysetWindow } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow, runMongoOperations } from '@meadow/storage'
import { afterCursor, newestFirst } from '../mongo-newest-first.ts'
import {
  type CommentDocument,
  commentLikesIn,
  commentsIn,
  type EmbeddedComment,
  toCommentLikeId,
} from '../posts/mongo-post-collections.ts'
import type { Comment } from '../posts/post.ts'
import type { CommentSelection } from './comment-repository.ts'

/** The indexes serve both orders: they are read in both directions. */
const inOrder = {
  newest: { after: afterCursor, sort: newestFirst },
  oldest: { after: (key: KeysetKey | undefined) => (key ? { _id: { $gt: key._id } } : {}), sort: { _id: 1 } },
} as const

type CommentedPost = { _id: string; authorId: string }

/** Converts a comment document. Returns undefined if its author, or that of the comment to which it replies, is not visible. */
export function toVisibleComment(
  comment: EmbeddedComment,
  visibleMembers: ReadonlyMap<string, MemberView>,
  activity: CommentActivity = NO_ACTIVITY,
): Comment | undefined {
  const { _id, authorId, text, facets = [], createdAt, parentId = null, parentAuthorId, editedAt = null } = comment
  const user = visibleMembers.get(authorId)
  if (!user || (parentAuthorId && !visibleMembers.has(parentAuthorId))) return undefined
  return { _id, user, text, facets, createdAt, parentId, editedAt, ...activity }
}

/** The fields of a comment that are not in the document of its post. */
export type CommentActivity = Pick<Comment, 'replyTo' | 'likesCount' | 'viewerLiked' | 'repliesCount'>
const NO_ACTIVITY: CommentActivity = { replyTo: null, likesCount: 0, viewerLiked: false, repliesCount: 0 }

/** Returns the authors of comments, and of those to which they reply. */
export const toAuthorIds = (comments: readonly EmbeddedComment[]): string[] => [
  ...new Set(
    comments.flatMap(({ authorId, parentAuthorId }) => [authorId, ...(parentAuthorId ? [parentAuthorId] : [])]),
  ),
]

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

/** Returns the ids of those of the comments that the viewer likes. */
export async function findLikedCommentIds(
  mongo: MongoDatabase,
  ids: readonly string[],
  viewer: Viewer,
): Promise<Set<string>> {
  if (!viewer || ids.length === 0) return new Set()
  const likeIds = ids.map((id) => toCommentLikeId(id, viewer._id))
  const likes = await commentLikesIn(mongo)
    .find({ _id: { $in: likeIds } }, mongo.operationOptions)
    .toArray()
  return new Set(likes.map(({ commentId }) => commentId))
}

/** Returns the authors of the replies that these replies answer, by the ids of those, as far as the viewer sees them. */
async function findAnsweredAuthors(
  mongo: MongoDatabase,
  post: CommentedPost,
  viewer: Viewer,
  rows: readonly CommentDocument[],
): Promise<Map<string, NonNullable<Comment['replyTo']>>> {
  const ids = rows.flatMap(({ replyToId }) => replyToId ?? [])
  if (ids.length === 0) return new Map()
  const answered = await commentsIn(mongo)
    .find({ _id: { $in: ids } }, mongo.operationOptions)
    .toArray()
  const isHost = () => post.authorId === viewer?._id
  const authors = await findContentAuthorViews(mongo, viewer, toAuthorIds(answered), isHost)
  return new Map(
    answered.flatMap(({ _id, authorId }) => {
      const author = authors.get(authorId)
      return author ? [[_id, { _id: authorId, username: author.username }]] : []
    }),
  )
}

/** Converts comment documents to the comments that the viewer sees; `shownAuthors` are the authors whom the viewer sees. */
export async function toShownComments(
  mongo: MongoDatabase,
  post: CommentedPost,
  viewer: Viewer,
  rows: readonly CommentDocument[],
  shownAuthors: ReadonlyMap<string, MemberView>,
): Promise<Comment[]> {
  const ids = rows.map(({ _id }) => _id)
  const [liked, answered] = await runMongoOperations(mongo, [
    () => findLikedCommentIds(mongo, ids, viewer),
    () => findAnsweredAuthors(mongo, post, viewer, rows),
  ])
  return rows.flatMap((row) => {
    const { _id, likesCount = 0, repliesCount = 0, replyToId } = row
    const replyTo = (replyToId && answered.get(replyToId)) || null
    return toVisibleComment(row, shownAuthors, { likesCount, repliesCount, viewerLiked: liked.has(_id), replyTo }) ?? []
  })
}

/** Reads the comments of a post that `viewer` sees, with their first replies, and one more than the window's limit. */
export async function readCommentsWithReplies(
  mongo: MongoDatabase,
  post: CommentedPost,
  viewer: Viewer,
  window: KeysetWindow,
  { order, parentId }: CommentSelection,
): Promise<Comment[]> {
  const comments = await readComments(mongo, post, viewer, window, { order, condition: { parentId: parentId ?? null } })
  return runMongoOperations(
    mongo,
    comments.map((comment) => async () => ({
      ...comment,
      replies: await readFirstReplies(mongo, post, viewer, comment),
    })),
  )
}

export async function readFirstReplies(
  mongo: MongoDatabase,
  post: CommentedPost,
  viewer: Viewer,
  { _id: parentId, repliesCount }: Pick<Comment, '_id' | 'repliesCount'>,
): Promise<Comment[]> {
  if (repliesCount === 0) return []
  const window = { limit: MAX_REPLIES_IN_VIEW, after: undefined, skip: 0 }
  const replies = await readComments(mongo, post, viewer, window, { order: 'oldest', condition: { parentId } })
  return replies.slice(0, MAX_REPLIES_IN_VIEW)
}

/** Reads the comments of a post that `viewer` sees in an order, and one more than the window's limit. */
export const readComments = (
  mongo: MongoDatabase,
  post: CommentedPost,
  viewer: Viewer,
  window: KeysetWindow,
  { order, condition = {} }: { order: CommentSelection['order']; condition?: { parentId?: string | null } },
): Promise<Comment[]> =>
  readFilteredWindow<CommentDocument, Comment>(window, {
    readRows: (last, limit) =>
      commentsIn(mongo)
        .find({ postId: post._id, ...condition, ...inOrder[order].after(last) }, mongo.operationOptions)
        .sort(inOrder[order].sort)
        .limit(limit)
        .toArray(),
    filterRows: async (rows) =>
      toShownComments(mongo, post, viewer, rows, await findShownAuthors(mongo, post, viewer, toAuthorIds(rows))),
  })
