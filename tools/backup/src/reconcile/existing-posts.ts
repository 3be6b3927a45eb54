import { openMongo, toDatabaseUrl } from '@meadow/storage'
import { createExcerpt } from '../../../../services/posts/src/posts/post.ts'
import { isMongoUrl } from '../cut.ts'
import { toBatches } from '../line-files.ts'
import { openPostgresReader } from '../stores/postgres-reader.ts'

/** A post as far as other services copy it. */
export type ExistingPost = { id: string; authorId: string; excerpt: string }

type PostRow = { id: string; author_id: string; content: string }

/** Reads all posts from the store of posts, some hundred at a time. */
export async function* readExistingPosts(url: string): AsyncGenerator<ExistingPost[]> {
  if (isMongoUrl(url)) yield* readFromMongo(url)
  else yield* readFromPostgres(toDatabaseUrl(url, 'meadow_posts'))
}

async function* readFromPostgres(url: string): AsyncGenerator<ExistingPost[]> {
  await using reader = await openPostgresReader(url)
  await reader.client.query('begin isolation level repeatable read, read only')
  for await (const lines of reader.readLines('select id, author_id, content from posts'))
    yield lines.map((line) => {
      const { id, author_id, content } = JSON.parse(line) as PostRow
      return { id, authorId: author_id, excerpt: createExcerpt(content) }
    })
}

async function* readFromMongo(url: string): AsyncGenerator<ExistingPost[]> {
  await using mongo = await openMongo(url, { database: 'meadow_posts', name: 'meadow reconcile' })
  const posts = mongo.db.collection<{ _id: string; authorId: string; content: string }>('posts')
  const found = posts.find({}, { projection: { authorId: 1, content: 1 } })
  for await (const batch of toBatches(found))
    yield batch.map(({ _id, authorId, content }) => ({ id: _id, authorId, excerpt: createExcerpt(content) }))
}
