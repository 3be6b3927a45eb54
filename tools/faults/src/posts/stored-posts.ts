import type { MongoDatabase } from '@meadow/storage'
import type { Query } from '../stores/postgres-store.ts'

/** The stored posts and comments. */
export type StoredPosts = {
  /** Lists the texts of posts and comments. */
  listTexts(): Promise<string[]>
  /** Counts the posts with wrong counters. */
  countWrongCounters(): Promise<number>
}

const TEXTS_SQL = 'select content as text from posts union all select text from comments'

const WRONG_COUNTERS_SQL = `
  select id from posts p where likes_count <> (select count(*) from likes where post_id = p.id)
    or comments_count <> (select count(*) from comments where post_id = p.id)`

export const createPostgresStoredPosts = (query: Query): StoredPosts => ({
  listTexts: async () => (await query(TEXTS_SQL)).map(({ text }) => String(text)),
  countWrongCounters: async () => (await query(WRONG_COUNTERS_SQL)).length,
})

type Post = { _id: string; content: string; likesCount: number; commentsCount: number }
type Comment = { _id: string; postId: string; text: string }
type Like = { _id: string; postId: string }

export function createMongoStoredPosts({ db, operationOptions: within }: MongoDatabase): StoredPosts {
  const posts = () => db.collection<Post>('posts').find({}, within).toArray()
  const comments = () => db.collection<Comment>('comments').find({}, within).toArray()
  const likes = () => db.collection<Like>('likes').find({}, within).toArray()
  return {
    async listTexts() {
      const [postRows, commentRows] = await Promise.all([posts(), comments()])
      return [...postRows.map(({ content }) => content), ...commentRows.map(({ text }) => text)]
    },
    async countWrongCounters() {
      const byPost = async (rows: Promise<{ postId: string }[]>) => Map.groupBy(await rows, ({ postId }) => postId)
      const [liked, commented] = [await byPost(likes()), await byPost(comments())]
      return (await posts()).filter(
        ({ _id, likesCount, commentsCount }) =>
          likesCount !== (liked.get(_id)?.length ?? 0) || commentsCount !== (commented.get(_id)?.length ?? 0),
      ).length
    },
  }
}
