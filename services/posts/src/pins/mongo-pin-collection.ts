import type { MongoCollection, MongoDatabase } from '@meadow/storage'

/** The post that a member has pinned. `_id` is the id of the member. */
export type PinnedPostDocument = { _id: string; postId: string; pinnedAt: Date }

export const pinnedPostsIn = ({ db }: MongoDatabase) => db.collection<PinnedPostDocument>('pinned_posts')

export const pinnedPostCollection: MongoCollection = {
  name: 'pinned_posts',
  indexes: [{ name: 'by_post', key: { postId: 1 } }],
}
