import { MAX_FOLLOWED_TAGS } from '@meadow/contracts/limits'
import { createMongoMemberReadModel, findMembersWithVisibleContent, findMutedMembers } from '@meadow/members'
import type { KeysetKey } from '@meadow/service'
import { type MongoCollection, type MongoDatabase, readFilteredWindow } from '@meadow/storage'
import { afterCursor, newestFirst } from '../mongo-newest-first.ts'
import { NOT_HIDDEN, type PostDocument, postsIn } from '../posts/mongo-post-collections.ts'
import { readPosts } from '../posts/mongo-read-posts.ts'
import {
  getTrendTimes,
  listUsedTags,
  MAX_COUNTED_POSTS,
  MIN_TREND_AUTHORS,
  type TagStore,
  type TagUse,
  USED_TAG_POSTS,
} from './tag.ts'

/** A member who follows a tag. `_id` is made of both. */
export type TagFollowDocument = { _id: string; memberId: string; tag: string; createdAt: Date }

export const tagFollowsIn = ({ db }: MongoDatabase) => db.collection<TagFollowDocument>('tag_follows')

export const tagFollowCollection: MongoCollection = {
  name: 'tag_follows',
  indexes: [{ name: 'by_member', key: { memberId: 1, tag: 1 } }],
}

type TaggedPost = Pick<PostDocument, '_id' | 'authorId' | 'createdAt' | 'tags'>

const HOUR_MS = 3_600_000
/** Posts that are read for the trends, the newest first. */
const MAX_TREND_POSTS = 20_000
const toFollowId = (memberId: string, tag: string) => `${memberId} ${tag}`
const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Creates the store of tags on MongoDB. The tags of a post are a field of its document. */
export const createMongoTagStore = (mongo: MongoDatabase): TagStore => {
  const options = mongo.operationOptions

  /** Returns the posts that everyone may read, of members whose accounts `isCounted`. */
  async function keepPublic(
    posts: readonly TaggedPost[],
    isCounted: (createdAt: Date | undefined) => boolean = () => true,
  ) {
    const members = await createMongoMemberReadModel(mongo).find([...new Set(posts.map(({ authorId }) => authorId))])
    return posts.filter(({ authorId }) => {
      const author = members.get(authorId)
      return author?.state === 'active' && !author.isPrivate && isCounted(author.createdAt ?? undefined)
    })
  }

  const findTagged = (filter: object, limit: number): Promise<TaggedPost[]> =>
    postsIn(mongo)
      .find({ ...filter, ...NOT_HIDDEN }, { ...options, projection: { authorId: 1, createdAt: 1, tags: 1 } })
      .sort(newestFirst)
      .limit(limit)
      .toArray()

  const store: TagStore = {
    async listPosts(tag, viewer, window) {
      const keys = await readFilteredWindow<TaggedPost, KeysetKey>(window, {
        readRows: (after, limit) => findTagged({ tags: tag, ...afterCursor(after) }, limit),
        async filterRows(rows) {
          const authorIds = [...new Set(rows.map(({ authorId }) => authorId))]
          const visible = await findMembersWithVisibleContent(mongo, viewer, authorIds)
          const muted = await findMutedMembers(mongo, viewer, authorIds)
          return rows
            .filter(({ authorId }) => visible.has(authorId) && !muted.has(authorId))
            .map(({ _id, createdAt }) => ({ _id, createdAt }))
        },
      })
      const ids = keys.slice(0, window.limit).map(({ _id }) => _id)
      const posts = new Map((await readPosts(mongo, ids, viewer)).map((post) => [post._id, post]))
      return keys.map((key) => ({ ...key, post: posts.get(key._id) }))
    },

    async countPosts(tag) {
      return (await keepPublic(await findTagged({ tags: tag }, MAX_COUNTED_POSTS))).length
    },

    async findByPrefix(prefix, limit) {
      const posts = await keepPublic(
        await findTagged({ tags: { $regex: `^${escapePattern(prefix)}` } }, MAX_COUNTED_POSTS * 10),
      )
      const tags = posts.flatMap((post) => (post.tags ?? []).filter((tag) => tag.startsWith(prefix)))
      const counts = [...Map.groupBy(tags, (tag) => tag)].map(([tag, { length }]) => ({
        tag,
        postsCount: Math.min(length, MAX_COUNTED_POSTS),
      }))
      return counts
        .toSorted((one, other) => other.postsCount - one.postsCount || (one.tag < other.tag ? -1 : 1))
        .slice(0, limit)
    },

    isFollowed: async (memberId, tag) =>
      (await tagFollowsIn(mongo).countDocuments({ _id: toFollowId(memberId, tag) }, options)) === 1,

    async listFollowed(memberId) {
      const rows = await tagFollowsIn(mongo)
        .find({ memberId }, options)
        .sort({ tag: 1 })
        .limit(MAX_FOLLOWED_TAGS)
        .toArray()
      return rows.map(({ tag }) => tag)
    },

    async listUsed(memberId) {
      const rows = await postsIn(mongo)
        .find({ authorId: memberId }, { ...options, projection: { facets: 1 } })
        .sort({ _id: -1 })
        .limit(USED_TAG_POSTS)
        .toArray()
      return listUsedTags(rows)
    },

    async follow(memberId, tag, at) {
      if ((await tagFollowsIn(mongo).countDocuments({ memberId }, options)) < MAX_FOLLOWED_TAGS) {
        await tagFollowsIn(mongo).updateOne(
          { _id: toFollowId(memberId, tag) },
          { $setOnInsert: { memberId, tag, createdAt: at } },
          { ...options, upsert: true },
        )
      }
      return store.isFollowed(memberId, tag)
    },

    async unfollow(memberId, tag) {
      await tagFollowsIn(mongo).deleteOne({ _id: toFollowId(memberId, tag) }, options)
    },

    async countUses(at) {
      const { since, usualSince } = getTrendTimes(at)
      const isInTime = ({ createdAt }: TaggedPost) => createdAt > since && createdAt <= at
      const found = await findTagged({ _id: { $gte: toFirstId(since) }, 'tags.0': { $exists: true } }, MAX_TREND_POSTS)
      const recent = await keepPublic(found.filter(isInTime), (createdAt) => !createdAt || createdAt <= since)
      const candidates = countByTag(recent).filter(({ authorsCount }) => authorsCount >= MIN_TREND_AUTHORS)
      const earlier = await findTagged(
        {
          tags: { $in: candidates.map(({ tag }) => tag) },
          _id: { $gte: toFirstId(usualSince), $lt: toFirstId(since) },
        },
        MAX_TREND_POSTS,
      )
      const usual = new Map(countByTag(earlier).map(({ tag, uses }) => [tag, uses]))
      return candidates.map((use) => ({ ...use, earlierUses: usual.get(use.tag) ?? 0 }))
    },
  }
  return store
}

/** Returns the lowest id of posts of a time: ids begin with it, in milliseconds. */
function toFirstId(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}

function countByTag(posts: readonly TaggedPost[]): TagUse[] {
  const uses = posts.flatMap(({ authorId, createdAt, tags = [] }) =>
    tags.map((tag) => ({ tag, authorId, hour: Math.floor(createdAt.getTime() / HOUR_MS) })),
  )
  return [...Map.groupBy(uses, ({ tag }) => tag)].map(([tag, ofTag]) => ({
    tag,
    uses: new Set(ofTag.map(({ authorId, hour }) => `${authorId} ${hour}`)).size,
    authorsCount: new Set(ofTag.map(({ authorId }) => authorId)).size,
    postsCount: ofTag.length,
    earlierUses: 0,
  }))
}
