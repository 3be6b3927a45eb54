import type { MemberView } from '@meadow/contracts'
import { MAX_POST_COMMENTS_IN_VIEW } from '@meadow/contracts/limits'
import { createMongoMemberReadModel, findContentAuthorViews, findMutedMembers, type Viewer } from '@meadow/members'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { findBookmarkedPostIds } from '../bookmarks/mongo-bookmark-collection.ts'
import {
  type CommentActivity,
  findLikedCommentIds,
  readComments,
  toAuthorIds,
  toVisibleComment,
} from '../comments/mongo-read-comments.ts'
import { resolveShares } from '../shares/resolve-shares.ts'
import { commentsIn, likesIn, type PostDocument, postsIn, toLikeId, toPostPictures } from './mongo-post-collections.ts'
import { type Comment, includeViewerLike, type Post, sortPostsByIds } from './post.ts'
import { DEFAULT_POST_SETTINGS } from './post-settings.ts'

/** Reads those of the posts that `viewer` may see, in the order of `ids`, and what they share, in a few queries for all of them together. */
export async function readPosts(mongo: MongoDatabase, ids: readonly string[], viewer: Viewer): Promise<Post[]> {
  const posts = await readStoredPosts(mongo, ids, viewer)
  const resolved = await resolveShares(posts, async (sharedIds) => {
    const shared = await readStoredPosts(mongo, sharedIds, viewer)
    const muted = await findMutedMembers(
      mongo,
      viewer,
      shared.map(({ user }) => user._id),
    )
    return shared.filter(({ user }) => !muted.has(user._id))
  })
  return resolved.filter((post) => post !== undefined)
}

async function readStoredPosts(mongo: MongoDatabase, ids: readonly string[], viewer: Viewer): Promise<Post[]> {
  if (ids.length === 0) return []
  const [found, likedPostIds, bookmarkedPostIds, sharedPostIds] = await runMongoOperations(mongo, [
    () =>
      postsIn(mongo)
        .find({ _id: { $in: [...ids] } }, { ...mongo.operationOptions, projection: { terms: 0, tags: 0 } })
        .toArray(),
    () => findLikedPostIds(mongo, ids, viewer),
    async () => (viewer ? findBookmarkedPostIds(mongo, ids, viewer._id) : new Set<string>()),
    () => findSharedPostIds(mongo, ids, viewer),
  ])
  const rows = found.filter(({ hiddenAt }) => !hiddenAt)
  /** Under a post of the viewer, comments of private members are shown, too. */
  const hosted = new Set(
    rows.flatMap(({ authorId, comments }) => (authorId === viewer?._id ? toAuthorIds(comments) : [])),
  )
  const memberIds = rows.flatMap(({ authorId, comments }) => [authorId, ...toAuthorIds(comments)])
  const commentIds = rows.flatMap(({ comments }) => comments.map(({ _id }) => _id))
  const [visibleMembers, hostedMembers, muted, activities, following] = await runMongoOperations(mongo, [
    () => findContentAuthorViews(mongo, viewer, [...new Set(memberIds)]),
    () => findContentAuthorViews(mongo, viewer, [...hosted], () => true),
    () => findMutedMembers(mongo, viewer, [...new Set(memberIds)]),
    () => readActivities(mongo, commentIds, viewer),
    () => findAuthorsWhoFollow(mongo, viewer, rows),
  ])
  const posts = rows.map((row) => async () => {
    const user = visibleMembers.get(row.authorId)
    if (!user) return undefined
    const commenters = row.authorId === viewer?._id ? hostedMembers : visibleMembers
    const shownAuthors = new Map([...commenters].filter(([id]) => id === row.authorId || !muted.has(id)))
    const comments = await readShownComments(mongo, row, { shownAuthors, activities, viewer })
    const viewerLiked = likedPostIds.has(row._id)
    const viewerBookmarked = bookmarkedPostIds.has(row._id)
    const isViewerFollowedByAuthor = following.has(row.authorId)
    const viewerShared = sharedPostIds.has(row._id)
    const parts = { user, comments, viewer, viewerLiked, viewerBookmarked, viewerShared, isViewerFollowedByAuthor }
    return documentToPost(row, parts)
  })
  const visiblePosts = (await runMongoOperations(mongo, posts)).filter((post) => post !== undefined)
  return sortPostsByIds(ids, visiblePosts)
}

/** Returns the authors who follow the viewer, of posts on which only those may comment. */
async function findAuthorsWhoFollow(
  mongo: MongoDatabase,
  viewer: Viewer,
  posts: readonly Pick<PostDocument, 'authorId' | 'settings'>[],
): Promise<Set<string>> {
  const asked = posts.filter(({ settings }) => settings?.commentAudience === 'following')
  const authorIds = [...new Set(asked.map(({ authorId }) => authorId))]
  const members = createMongoMemberReadModel(mongo)
  const follows = authorIds.map((authorId) => async () => {
    const followed = viewer ? await members.findFollowed(authorId, [viewer._id]) : new Set()
    return followed.size > 0 ? [authorId] : []
  })
  return new Set((await runMongoOperations(mongo, follows)).flat())
}

async function findLikedPostIds(mongo: MongoDatabase, ids: readonly string[], viewer: Viewer): Promise<Set<string>> {
  if (!viewer) return new Set()
  const likeIds = ids.map((id) => toLikeId(id, viewer._id))
  const likes = await likesIn(mongo)
    .find({ _id: { $in: likeIds } }, { ...mongo.operationOptions, projection: { postId: 1 } })
    .toArray()
  return new Set(likes.map(({ postId }) => postId))
}

/** Returns those of the posts that the viewer shares without a comment. */
async function findSharedPostIds(mongo: MongoDatabase, ids: readonly string[], viewer: Viewer): Promise<Set<string>> {
  if (!viewer) return new Set()
  const shares = await postsIn(mongo)
    .find(
      { sharedPostId: { $in: [...ids] }, authorId: viewer._id, isPlainShare: true },
      { ...mongo.operationOptions, projection: { sharedPostId: 1 } },
    )
    .toArray()
  return new Set(shares.flatMap(({ sharedPostId }) => sharedPostId ?? []))
}

/** Reads likes and replies of comments, by their ids, which the documents of posts do not hold. */
async function readActivities(
  mongo: MongoDatabase,
  ids: readonly string[],
  viewer: Viewer,
): Promise<Map<string, CommentActivity>> {
  if (ids.length === 0) return new Map()
  const [comments, liked] = await runMongoOperations(mongo, [
    () =>
      commentsIn(mongo)
        .find({ _id: { $in: [...ids] } }, mongo.operationOptions)
        .toArray(),
    () => findLikedCommentIds(mongo, ids, viewer),
  ])
  return new Map(
    comments.map(({ _id, likesCount = 0, repliesCount = 0 }) => [
      _id,
      { likesCount, repliesCount, viewerLiked: liked.has(_id), replyTo: null },
    ]),
  )
}

type ShownCommentsContext = {
  shownAuthors: ReadonlyMap<string, MemberView>
  activities: ReadonlyMap<string, CommentActivity>
  viewer: Viewer
}

/**
 * Returns the newest comments that `viewer` sees, oldest first. Reads older comments from their collection only if one of the
 * comments in the post's document is not shown.
 */
async function readShownComments(
  mongo: MongoDatabase,
  post: PostDocument,
  { shownAuthors, activities, viewer }: ShownCommentsContext,
): Promise<Comment[]> {
  const { comments, commentsCount } = post
  const shownComments = comments.flatMap(
    (comment) => toVisibleComment(comment, shownAuthors, activities.get(comment._id)) ?? [],
  )
  if (shownComments.length === comments.length || commentsCount === comments.length) return shownComments
  const window = { limit: MAX_POST_COMMENTS_IN_VIEW, after: undefined, skip: 0 }
  return (await readComments(mongo, post, viewer, window, { order: 'newest' }))
    .slice(0, MAX_POST_COMMENTS_IN_VIEW)
    .toReversed()
}

type ViewedParts = Pick<
  Post,
  'user' | 'comments' | 'viewerLiked' | 'viewerBookmarked' | 'viewerShared' | 'isViewerFollowedByAuthor'
> & {
  viewer: Viewer
}

function documentToPost(document: PostDocument, parts: ViewedParts): Post {
  const { user, comments, viewer, viewerLiked, viewerBookmarked, viewerShared, isViewerFollowedByAuthor } = parts
  const { _id, content, facets = [], createdAt, editedAt = null, rev, likes, likesCount, commentsCount } = document
  const { sharesCount = 0, sharedPostId = null } = document
  return {
    _id,
    user,
    content,
    facets,
    pictures: toPostPictures(document),
    video: document.video ?? null,
    createdAt,
    editedAt,
    rev,
    likes: includeViewerLike(likes, viewer, viewerLiked),
    likesCount,
    comments,
    commentsCount,
    viewerLiked,
    viewerBookmarked,
    settings: document.settings ?? DEFAULT_POST_SETTINGS,
    linkPreview: (!document.linkPreviewRemoved && document.linkPreview) || null,
    isLinkPreviewRemoved: document.linkPreviewRemoved ?? false,
    isViewerFollowedByAuthor,
    sharedPostId,
    sharesCount,
    viewerShared,
  }
}
