import type { MongoStore, PostgresPool } from '@meadow/storage'
import { createTestStores } from '@meadow/testing/service'
import { postsCollections as collections } from '../src/collections.ts'
import { postsMigrations as migrations } from '../src/migrations.ts'
import { createMongoPostsPorts, createPostgresPostsPorts } from '../src/store.ts'

type TableName =
  | 'posts'
  | 'comments'
  | 'likes'
  | 'media'
  | 'outbox'
  | 'media_to_remove'
  | 'hidden_comments'
  | 'comment_likes'

/** Reads and changes the database directly, for tests. */
type StoreInspector = {
  /** Counts rows or documents: all, or those of one post. */
  countRows(table: TableName, postId?: string): Promise<number>
  /** Counts the stored likes of a comment. */
  countLikesOfComment(commentId: string): Promise<number>
  /** Counts the members who share a post, and returns the stored number; 0 if there is no such post. */
  countShares(postId: string): Promise<[members: number, stored: number]>
  /** Adds one to all counts of a post and of its comments. */
  spoilCounts(postId: string): Promise<void>
  /** Moves the times of all pictures back, except of one. */
  agePictures(hours: number, exceptId?: string): Promise<void>
  /** Resets the placeholder and the widths of a picture, which pictures did not have at first. */
  resetPictureWidths(id: string): Promise<void>
  /** Stores the alt text of the only picture of a post as versions without several pictures did: in the post. */
  storeAltInPost(postId: string): Promise<void>
  /** Counts the files whose removal has failed at least once. */
  countFailedRemovals(): Promise<number>
  /** Changes the text of a post, as an edit does. */
  editPost(id: string, content: string): Promise<void>
  /** Deletes a post as versions without videos do: it leaves its video. */
  deletePostAlone(id: string): Promise<void>
  /** Locks a post, as a slow transaction of another process would, until disposal. */
  lockPost(postId: string): Promise<AsyncDisposable>
}

function createPostgresInspector(pool: PostgresPool): StoreInspector {
  const count = async (from: string, values: unknown[] = []) =>
    (await pool.query(`select 1 from ${from}`, values)).rowCount ?? 0
  return {
    countRows: (table, postId) => (postId ? count(`${table} where post_id = $1`, [postId]) : count(table)),
    countLikesOfComment: (commentId) => count('comment_likes where comment_id = $1', [commentId]),
    async countShares(postId) {
      const { rows } = await pool.query(
        `select shares_count as stored, (
           select count(distinct author_id)::int from posts share where share.shared_post_id = posts.id
         ) as members from posts where id = $1`,
        [postId],
      )
      return [rows[0]?.members ?? 0, rows[0]?.stored ?? 0]
    },
    async spoilCounts(id) {
      await pool.query(
        `update posts set likes_count = likes_count + 1, comments_count = comments_count + 1, shares_count = shares_count + 1
         where id = $1`,
        [id],
      )
      await pool.query(
        'update comments set likes_count = likes_count + 1, replies_count = replies_count + 1 where post_id = $1',
        [id],
      )
    },
    async agePictures(hours, exceptId) {
      const age = 'make_interval(hours => $1)'
      await pool.query(
        `update media set created_at = created_at - ${age}, released_at = released_at - ${age}
         where id is distinct from $2`,
        [hours, exceptId],
      )
    },
    async resetPictureWidths(id) {
      await pool.query('update media set placeholder = default, narrower = default where id = $1', [id])
    },
    async storeAltInPost(postId) {
      await pool.query('update media set alt = default, position = default where post_id = $1', [postId])
    },
    async editPost(id, content) {
      await pool.query('update posts set content = $2 where id = $1', [id, content])
    },
    async deletePostAlone(id) {
      await pool.query('delete from posts where id = $1', [id])
    },
    countFailedRemovals: () => count('media_to_remove where attempts > 0'),
    async lockPost(postId) {
      const client = await pool.connect()
      await client.query('begin')
      await client.query('select 1 from posts where id = $1 for update', [postId])
      return { [Symbol.asyncDispose]: async () => client.release(true) }
    },
  }
}

function createMongoInspector({ db }: MongoStore): StoreInspector {
  const pictures = db.collection<{ _id: string }>('media')
  return {
    countRows: (table, postId) => db.collection(table).countDocuments(postId ? { postId } : {}),
    countLikesOfComment: (commentId) => db.collection('comment_likes').countDocuments({ commentId }),
    async countShares(postId) {
      const posts = db.collection<{ _id: string; sharesCount?: number }>('posts')
      const post = await posts.findOne({ _id: postId })
      const members = post ? await posts.distinct('authorId' as never, { sharedPostId: postId } as object) : []
      return [members.length, post?.sharesCount ?? 0]
    },
    async spoilCounts(postId) {
      const posts = db.collection<{ _id: string }>('posts')
      await posts.updateOne({ _id: postId }, { $inc: { likesCount: 1, commentsCount: 1, sharesCount: 1 } })
      await db.collection('comments').updateMany({ postId }, { $inc: { likesCount: 1, repliesCount: 1 } })
    },
    async agePictures(hours, exceptId = '') {
      const subtractHours = (field: string) => ({ $subtract: [`$${field}`, hours * 3_600_000] })
      const aged = { createdAt: subtractHours('createdAt'), shownUntil: subtractHours('shownUntil') }
      await pictures.updateMany({ _id: { $ne: exceptId } }, [{ $set: aged }])
    },
    async resetPictureWidths(id) {
      await pictures.updateOne({ _id: id }, { $set: { placeholder: '', narrower: [] } })
    },
    async storeAltInPost(postId) {
      await db.collection<{ _id: string }>('posts').updateOne({ _id: postId }, { $unset: { pictures: true } })
    },
    async editPost(_id, content) {
      const change = { $set: { content }, $unset: { terms: true } } as object
      await db.collection<{ _id: string }>('posts').updateOne({ _id }, change)
    },
    async deletePostAlone(_id) {
      await db.collection<{ _id: string }>('posts').deleteOne({ _id })
    },
    countFailedRemovals: () => db.collection('media_to_remove').countDocuments({ attempts: { $gt: 0 } }),
    async lockPost(_id) {
      const session = db.client.startSession()
      session.startTransaction()
      await db.collection<{ _id: string }>('posts').updateOne({ _id }, { $set: { alt: 'locked' } }, { session })
      return {
        async [Symbol.asyncDispose]() {
          await session.abortTransaction()
          await session.endSession()
        },
      }
    },
  }
}

/** Opens the store of the service on a database of its own. */
export const postsTestStores = createTestStores({
  postgres: { migrations, createPorts: createPostgresPostsPorts, createInspector: createPostgresInspector },
  mongo: { collections, createPorts: createMongoPostsPorts, createInspector: createMongoInspector },
})

export type PostsTestStore = Awaited<ReturnType<typeof postsTestStores.open>>
