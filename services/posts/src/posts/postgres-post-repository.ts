import { appendToPostgresOutbox } from '@meadow/events'
import { type PostgresPool, withQueuedPostgresTransaction } from '@meadow/storage'
import { deletePicturesOfPost } from '../media/postgres-picture-repository.ts'
import type { PostsTable } from '../schema.ts'
import { assertPostAuthor, toPostDeletedEvent } from './post.ts'
import type { PostRepository } from './post-repository.ts'
import { addPost } from './postgres-add-post.ts'
import { lockVisiblePost } from './postgres-post-changes.ts'
import { readPosts } from './postgres-read-posts.ts'

export const createPostgresPostRepository = (pool: PostgresPool): PostRepository => ({
  findMany: (ids, viewer) => readPosts(pool, ids, viewer),

  add: (newPost, key) => addPost(pool, newPost, key),

  delete: (deletion) =>
    withQueuedPostgresTransaction(pool, [deletion.postId], async (tx) => {
      const { postId, by, at } = deletion
      const { authorId } = await lockVisiblePost(tx, postId, by)
      assertPostAuthor(authorId, by)
      await deletePicturesOfPost(tx, postId, at)
      const deleteSql = 'delete from posts where id = $1 returning rev'
      const { rows } = await tx.query<Pick<PostsTable, 'rev'>>(deleteSql, [postId])
      for (const { rev } of rows) await appendToPostgresOutbox(tx, toPostDeletedEvent(deletion, rev))
    }),
})
