import { MAX_DISCOVER_EXCLUSIONS } from '@meadow/contracts/limits'
import {
  createMongoMemberReadModel,
  findMembersWithVisibleContent,
  findMutedMembers,
  findVisibleMembers,
} from '@meadow/members'
import { toLowestId } from '@meadow/service'
import { type MongoCollection, type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { newestFirst } from '../mongo-newest-first.ts'
import { likesIn, NOT_HIDDEN, type PostDocument, postsIn, toLikeSortKey } from '../posts/mongo-post-collections.ts'
import { tagFollowsIn } from '../tags/mongo-tag-store.ts'
import type { DiscoverExclusion, DiscoverPost } from './discover.ts'
import {
  type DiscoverMember,
  type DiscoverRepository,
  type DiscoverSnapshot,
  MAX_READ_TAGS,
  MAX_SCANNED_POSTS,
  MAX_SNAPSHOTS,
  SNAPSHOT_BATCH_SIZE,
} from './discover-repository.ts'

/** An exclusion. `_id` is made of its member, kind and subject. */
export type DiscoverExclusionDocument = DiscoverExclusion & { _id: string; memberId: string; createdAt: Date }

export const discoverExclusionsIn = ({ db }: MongoDatabase) =>
  db.collection<DiscoverExclusionDocument>('discover_exclusions')
export const discoverSnapshotsIn = ({ db }: MongoDatabase) => db.collection<DiscoverSnapshot>('discover_snapshots')

export const discoverCollections: MongoCollection[] = [
  {
    name: 'discover_snapshots',
    indexes: [
      { name: 'by_member', key: { memberId: 1, createdAt: -1 } },
      { name: 'by_time', key: { createdAt: 1 } },
    ],
  },
  {
    name: 'discover_exclusions',
    indexes: [{ name: 'by_member', key: { memberId: 1, createdAt: -1 } }],
  },
]

type ReadPost = Pick<
  PostDocument,
  '_id' | 'authorId' | 'createdAt' | 'likesCount' | 'commentsCount' | 'facets' | 'settings' | 'isPlainShare'
>
const POST_PROJECTION = {
  authorId: 1,
  createdAt: 1,
  likesCount: 1,
  commentsCount: 1,
  facets: 1,
  settings: 1,
  isPlainShare: 1,
}

const toExclusionId = (memberId: string, { kind, subject }: DiscoverExclusion) => `${memberId} ${kind} ${subject}`

/** Creates the store of Discover on MongoDB. */
export const createMongoDiscoverRepository = (mongo: MongoDatabase): DiscoverRepository => {
  const options = mongo.operationOptions

  /** Returns those of the posts that Discover may show to the viewer. */
  async function keepShown(viewer: DiscoverMember, posts: readonly ReadPost[]): Promise<DiscoverPost[]> {
    const authorIds = [...new Set(posts.map(({ authorId }) => authorId))]
    const [visible, muted, followed] = await runMongoOperations(mongo, [
      () => findMembersWithVisibleContent(mongo, viewer, authorIds),
      () => findMutedMembers(mongo, viewer, authorIds),
      () => createMongoMemberReadModel(mongo).findFollowed(viewer._id, authorIds),
    ])
    return posts.flatMap(({ settings, isPlainShare, facets = [], ...post }) => {
      const author = visible.get(post.authorId)
      const isOther = author && !author.isPrivate && author._id !== viewer._id
      const isShown =
        isOther && !muted.has(author._id) && !followed.has(author._id) && !settings?.pictureCover && !isPlainShare
      return isShown ? [{ ...post, facets }] : []
    })
  }

  return {
    async listRecentPosts(viewer, since, limit) {
      const posts = await postsIn(mongo)
        .find(
          { ...NOT_HIDDEN, isPlainShare: { $ne: true }, _id: { $gt: toLowestId(since) } },
          { ...options, projection: POST_PROJECTION },
        )
        .hint('_id_')
        .sort(newestFirst)
        .limit(MAX_SCANNED_POSTS)
        .toArray()
      return (await keepShown(viewer, posts)).slice(0, limit)
    },

    async findPosts(viewer, ids, since) {
      if (ids.length === 0) return []
      const posts = await postsIn(mongo)
        .find({ _id: { $in: [...ids] } }, { ...options, projection: { ...POST_PROJECTION, hiddenAt: 1 } })
        .toArray()
      const shown = posts.filter(({ createdAt, hiddenAt }) => !hiddenAt && createdAt > since)
      return keepShown(
        viewer,
        shown.map(({ hiddenAt: _, ...post }) => post),
      )
    },

    async listLikesOfMembers(memberIds, since, limit) {
      const likes = await runMongoOperations(
        mongo,
        memberIds.map(
          (memberId) => () =>
            likesIn(mongo)
              .find(
                { memberId, sortKey: { $gt: toLikeSortKey(since, '~') } },
                { ...options, projection: { memberId: 1, postId: 1, sortKey: 1 } },
              )
              .sort({ sortKey: -1 })
              .limit(limit)
              .toArray(),
        ),
      )
      return likes
        .flat()
        .toSorted((one, other) => (one.sortKey < other.sortKey ? 1 : -1))
        .map(({ memberId, postId }) => ({ memberId, postId }))
    },

    async listLikesOfPosts(postIds, limit) {
      const likes = await runMongoOperations(
        mongo,
        postIds.map(
          (postId) => () =>
            likesIn(mongo)
              .find({ postId }, { ...options, projection: { memberId: 1, postId: 1 } })
              .sort({ createdAt: -1, memberId: 1 })
              .limit(limit)
              .toArray(),
        ),
      )
      return likes.flat().map(({ memberId, postId }) => ({ memberId, postId }))
    },

    async listPostsOfFollowedTags(memberId, since, limit) {
      const followed = await tagFollowsIn(mongo)
        .find({ memberId }, options)
        .sort({ createdAt: -1, tag: 1 })
        .limit(MAX_READ_TAGS)
        .toArray()
      const posts = await runMongoOperations(
        mongo,
        followed.map(({ tag }) => async () => {
          const ofTag = await postsIn(mongo)
            .find({ tags: tag, _id: { $gt: toLowestId(since) } }, { ...options, projection: { _id: 1 } })
            .sort(newestFirst)
            .limit(limit)
            .toArray()
          return ofTag.map(({ _id: postId }) => ({ tag, postId }))
        }),
      )
      return posts.flat()
    },

    findMembers: (viewer, ids) => findVisibleMembers(mongo, viewer, ids),
    findMuted: (viewer, memberIds) => findMutedMembers(mongo, viewer, memberIds),

    async addSnapshot(snapshot) {
      const { memberId } = snapshot
      const dropped = await discoverSnapshotsIn(mongo)
        .find({ memberId }, { ...options, projection: { _id: 1 } })
        .sort({ createdAt: -1 })
        .skip(MAX_SNAPSHOTS - 1)
        .toArray()
      await discoverSnapshotsIn(mongo).deleteMany({ _id: { $in: dropped.map(({ _id }) => _id) } }, options)
      await discoverSnapshotsIn(mongo).insertOne(snapshot, options)
    },

    async findSnapshot(memberId, _id) {
      const snapshot = await discoverSnapshotsIn(mongo).findOne({ _id }, options)
      return snapshot?.memberId === memberId ? snapshot : undefined
    },

    async deleteSnapshots(before) {
      const expired = await discoverSnapshotsIn(mongo)
        .find({ createdAt: { $lt: before } }, { ...options, projection: { _id: 1 } })
        .sort({ createdAt: 1 })
        .limit(SNAPSHOT_BATCH_SIZE)
        .toArray()
      await discoverSnapshotsIn(mongo).deleteMany({ _id: { $in: expired.map(({ _id }) => _id) } }, options)
      return expired.length === SNAPSHOT_BATCH_SIZE
    },

    async listExclusions(memberId) {
      const rows = await discoverExclusionsIn(mongo)
        .find({ memberId }, options)
        .sort({ createdAt: -1, subject: 1 })
        .limit(MAX_DISCOVER_EXCLUSIONS)
        .toArray()
      return rows.map(({ kind, subject }) => ({ kind, subject }))
    },

    async addExclusion(memberId, exclusion, at) {
      const _id = toExclusionId(memberId, exclusion)
      if ((await discoverExclusionsIn(mongo).countDocuments({ memberId }, options)) < MAX_DISCOVER_EXCLUSIONS) {
        await discoverExclusionsIn(mongo).updateOne(
          { _id },
          { $setOnInsert: { memberId, ...exclusion, createdAt: at } },
          { ...options, upsert: true },
        )
      }
      return (await discoverExclusionsIn(mongo).countDocuments({ _id }, options)) === 1
    },

    async removeExclusion(memberId, exclusion) {
      await discoverExclusionsIn(mongo).deleteOne({ _id: toExclusionId(memberId, exclusion) }, options)
    },
  }
}
