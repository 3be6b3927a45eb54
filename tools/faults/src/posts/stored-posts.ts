import type { MongoDatabase } from '@meadow/storage'
import type { Query } from '../stores/postgres-store.ts'

/** Posts with what is under them, as they are stored. */
export type KeptPosts = {
  /** The texts of posts and comments. */
  texts(): Promise<string[]>
  /** How many posts count their likes or comments wrongly. */
  miscounted(): Promise<number>
}

const TEXTS = 'select content as text from posts union all select text from comments'

const MISCOUNTED = `
  select id from posts p where likes_count <> (select count(*) from likes where post_id = p.id)
    or comments_count <> (select count(*) from comments where post_id = p.id)`

export const postsInPostgres = (query: Query): KeptPosts => ({
  texts: async () => (await query(TEXTS)).map(({ text }) => String(text)),
  miscounted: async () => (await query(MISCOUNTED)).length,
})

type Post = { _id: string; content: string; likesCount: number; commentsCount: number }
type Comment = { _id: string; postId: string; text: string }
type Like = { _id: string; postId: string }

export function postsInMongo({ db, operationOptions: within }: MongoDatabase): KeptPosts {
  const posts = () => db.collection<Post>('posts').find({}, within).toArray()
  const comments = () => db.collection<Comment>('comments').find({}, within).toArray()
  const likes = () => db.collection<Like>('likes').find({}, within).toArray()
  return {
    async texts() {
      const [said, answered] = await Promise.all([posts(), comments()])
      return [...said.map(({ content }) => content), ...answered.map(({ text }) => text)]
    },
    async miscounted() {
      const byPost = async (rows: Promise<{ postId: string }[]>) => Map.groupBy(await rows, ({ postId }) => postId)
      const [liked, commented] = [await byPost(likes()), await byPost(comments())]
      return (await posts()).filter(
        ({ _id, likesCount, commentsCount }) =>
          likesCount !== (liked.get(_id)?.length ?? 0) || commentsCount !== (commented.get(_id)?.length ?? 0),
      ).length
    },
  }
}
