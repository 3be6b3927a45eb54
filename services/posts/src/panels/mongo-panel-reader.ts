import { findMembersWithVisibleContent, findMutedMembers } from '@meadow/members'
import { toLowestId } from '@meadow/service'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { newestFirst } from '../mongo-newest-first.ts'
import { commentsIn, likesIn, NOT_HIDDEN, postsIn } from '../posts/mongo-post-collections.ts'
import { MAX_OWN_POSTS, MAX_RECENT_COMMENTS, MAX_WAITING_COMMENTS, type PanelReader } from './panels.ts'

export const createMongoPanelReader = (mongo: MongoDatabase): PanelReader => ({
  async countRecentComments(since) {
    const comments = await commentsIn(mongo)
      .find({ _id: { $gt: toLowestId(since) } }, { ...mongo.operationOptions, projection: { postId: 1, authorId: 1 } })
      .sort(newestFirst)
      .limit(MAX_RECENT_COMMENTS)
      .toArray()
    const ofPosts = Map.groupBy(comments, ({ postId }) => postId)
    const posts = await postsIn(mongo)
      .find({ _id: { $in: [...ofPosts.keys()] } }, { ...mongo.operationOptions, projection: { authorId: 1 } })
      .toArray()
    return posts.map(({ _id: postId, authorId }) => {
      const ofPost = ofPosts.get(postId) ?? []
      const others = ofPost.filter((comment) => comment.authorId !== authorId)
      return { postId, comments: ofPost.length, authors: new Set(others.map((comment) => comment.authorId)).size }
    })
  },

  findMuted: (viewer, memberIds) => findMutedMembers(mongo, viewer, memberIds),

  async listOwnPosts(memberId, limit) {
    const posts = await findNewestPosts(mongo, { authorId: memberId }, limit)
    return posts.map(({ createdAt, likesCount, commentsCount }) => ({ createdAt, likesCount, commentsCount }))
  },

  async countWaitingComments(viewer, since) {
    const posts = await findNewestPosts(mongo, { authorId: viewer._id, ...NOT_HIDDEN }, MAX_OWN_POSTS)
    const comments = await commentsIn(mongo)
      .find(
        { postId: { $in: posts.map(({ _id }) => _id) }, _id: { $gt: toLowestId(since) } },
        { ...mongo.operationOptions, projection: { postId: 1, authorId: 1, createdAt: 1 } },
      )
      .sort(newestFirst)
      .limit(MAX_RECENT_COMMENTS)
      .toArray()
    const answers = Map.groupBy(
      comments.filter(({ authorId }) => authorId === viewer._id),
      ({ postId }) => postId,
    )
    const unanswered = comments.filter(
      ({ postId, authorId, createdAt }) =>
        authorId !== viewer._id && !answers.get(postId)?.some((answer) => answer.createdAt > createdAt),
    )
    const authors = [...new Set(unanswered.map(({ authorId }) => authorId))]
    const [visible, muted] = await runMongoOperations(mongo, [
      () => findMembersWithVisibleContent(mongo, viewer, authors),
      () => findMutedMembers(mongo, viewer, authors),
    ])
    const shown = unanswered.filter(({ authorId }) => visible.has(authorId) && !muted.has(authorId))
    return Math.min(shown.length, MAX_WAITING_COMMENTS)
  },

  async listOwnActions(memberId, limit) {
    const options = { ...mongo.operationOptions, projection: { postId: 1, createdAt: 1 } }
    const [posts, comments, likes] = await runMongoOperations(mongo, [
      () => findNewestPosts(mongo, { authorId: memberId }, limit),
      () => commentsIn(mongo).find({ authorId: memberId }, options).sort(newestFirst).limit(limit).toArray(),
      () => likesIn(mongo).find({ memberId }, options).sort({ sortKey: -1 }).limit(limit).toArray(),
    ])
    return [
      ...posts.map(({ _id, createdAt }) => ({ kind: 'post' as const, postId: _id, createdAt })),
      ...comments.map(({ postId, createdAt }) => ({ kind: 'comment' as const, postId, createdAt })),
      ...likes.map(({ postId, createdAt }) => ({ kind: 'like' as const, postId, createdAt })),
    ]
  },
})

const findNewestPosts = (mongo: MongoDatabase, filter: { authorId: string; hiddenAt?: null }, limit: number) =>
  postsIn(mongo)
    .find(
      { ...filter, isPlainShare: { $ne: true } },
      { ...mongo.operationOptions, projection: { createdAt: 1, likesCount: 1, commentsCount: 1 } },
    )
    .sort(newestFirst)
    .limit(limit)
    .toArray()
