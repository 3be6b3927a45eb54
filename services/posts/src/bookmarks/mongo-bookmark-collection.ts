import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import { toLikeId } from '../posts/mongo-post-collections.ts'

/** A bookmark. `_id` is made of post and member, as that of a like; `sortKey` orders the bookmarks of a member. */
export type BookmarkDocument = {
  _id: string
  postId: string
  memberId: string
  folder: string
  createdAt: Date
  sortKey: string
}

export const bookmarksIn = ({ db }: MongoDatabase) => db.collection<BookmarkDocument>('bookmarks')

export const bookmarkCollection: MongoCollection = {
  name: 'bookmarks',
  indexes: [
    { name: 'by_member_and_sort_key', key: { memberId: 1, sortKey: -1 } },
    { name: 'by_post', key: { postId: 1 } },
  ],
}

/** Returns those of the posts that the member has bookmarked. */
export async function findBookmarkedPostIds(
  mongo: MongoDatabase,
  ids: readonly string[],
  memberId: string,
): Promise<Set<string>> {
  const rows = await bookmarksIn(mongo)
    .find(
      { _id: { $in: ids.map((id) => toLikeId(id, memberId)) } },
      { ...mongo.operationOptions, projection: { postId: 1 } },
    )
    .toArray()
  return new Set(rows.map(({ postId }) => postId))
}
