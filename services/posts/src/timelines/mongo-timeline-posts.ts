import type { PostView } from '@meadow/contracts'
import type { Viewer } from '@meadow/members'
import { type KeysetKey, type KeysetWindow, WrittenJson } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { readPosts } from '../posts/mongo-read-posts.ts'
import { toPostView } from '../posts/post.ts'
import type { TimelineEntry } from './timeline.ts'

/** Reads the posts of the first `limit` keys. */
export async function readTimelinePosts(
  mongo: MongoDatabase,
  keys: readonly KeysetKey[],
  viewer: Viewer,
  { limit }: KeysetWindow,
): Promise<TimelineEntry[]> {
  const ids = keys.slice(0, limit).map(({ _id }) => _id)
  const posts = new Map((await readPosts(mongo, ids, viewer)).map((post) => [post._id, post]))
  return keys.map((key) => {
    const post = posts.get(key._id)
    return { ...key, post: post && new WrittenJson<PostView>(JSON.stringify(toPostView(post))) }
  })
}
