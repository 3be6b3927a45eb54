import { MAX_BOOKMARK_FOLDERS } from '@meadow/contracts/limits'
import { DomainError, type KeysetKey } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow, withMongoTransaction } from '@meadow/storage'
import { postsIn, toLikeId, toLikeSortKey } from '../posts/mongo-post-collections.ts'
import { readPosts } from '../posts/mongo-read-posts.ts'
import type { TimelineEntry } from '../timelines/timeline.ts'
import type { BookmarkFolder, BookmarkRepository } from './bookmark-repository.ts'
import { bookmarksIn } from './mongo-bookmark-collection.ts'

export const createMongoBookmarkRepository = (mongo: MongoDatabase): BookmarkRepository => ({
  set: ({ memberId, postId, folder, createdAt }) =>
    withMongoTransaction(
      mongo,
      async (tx) => {
        const post = await postsIn(tx).findOne({ _id: postId }, { ...tx.operationOptions, projection: { _id: 1 } })
        if (!post) throw new DomainError('post_not_found')
        const folders = folder ? await listFolderNames(tx, memberId) : []
        if (folder && !folders.includes(folder) && folders.length >= MAX_BOOKMARK_FOLDERS)
          throw new DomainError('folder_limit_reached')
        const added = { postId, memberId, createdAt, sortKey: toLikeSortKey(createdAt, postId) }
        await bookmarksIn(tx).updateOne(
          { _id: toLikeId(postId, memberId) },
          folder === undefined ? { $setOnInsert: { ...added, folder: '' } } : { $setOnInsert: added, $set: { folder } },
          { ...tx.operationOptions, upsert: true },
        )
      },
      postId,
    ),

  async remove(memberId, postId) {
    await bookmarksIn(mongo).deleteOne({ _id: toLikeId(postId, memberId) }, mongo.operationOptions)
  },

  async list(member, folder, window) {
    const posts = new Map<string, TimelineEntry['post']>()
    const keys = await readFilteredWindow<KeysetKey, KeysetKey>(window, {
      async readRows(after, limit) {
        const filter = {
          memberId: member._id,
          ...(folder !== undefined && { folder }),
          ...(after && { sortKey: { $lt: toLikeSortKey(after.createdAt, after._id) } }),
        }
        const rows = await bookmarksIn(mongo)
          .find(filter, mongo.operationOptions)
          .sort({ sortKey: -1 })
          .limit(limit)
          .toArray()
        return rows.map(({ postId, createdAt }) => ({ _id: postId, createdAt }))
      },
      async filterRows(rows) {
        const ids = rows.map(({ _id }) => _id)
        for (const post of await readPosts(mongo, ids, member)) posts.set(post._id, post)
        return rows.filter(({ _id }) => posts.has(_id))
      },
    })
    return keys.map((key, index) => ({ ...key, post: index < window.limit ? posts.get(key._id) : undefined }))
  },

  async listFolders(memberId) {
    const folders = await bookmarksIn(mongo)
      .aggregate<{ _id: string; count: number }>(
        [
          { $match: { memberId, folder: { $ne: '' } } },
          { $group: { _id: '$folder', count: { $sum: 1 } } },
          { $limit: MAX_BOOKMARK_FOLDERS },
        ],
        mongo.operationOptions,
      )
      .toArray()
    return folders.map(({ _id, count }): BookmarkFolder => ({ name: _id, count })).sort(compareFolders)
  },
})

const compareFolders = (one: BookmarkFolder, other: BookmarkFolder): number => {
  const [first, second] = [one.name.toLowerCase(), other.name.toLowerCase()]
  return first < second ? -1 : first > second ? 1 : one.name < other.name ? -1 : 1
}

const listFolderNames = (tx: MongoDatabase, memberId: string): Promise<string[]> =>
  bookmarksIn(tx).distinct('folder', { memberId, folder: { $ne: '' } }, tx.operationOptions)
