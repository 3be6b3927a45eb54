import { appendToPostgresOutbox } from '@meadow/events'
import { visibleMemberSql } from '@meadow/members'
import { type PostgresPool, withQueuedPostgresTransaction } from '@meadow/storage'
import { deletePicturesOfPost } from '../media/postgres-picture-repository.ts'
import type { PostsTable } from '../schema.ts'
import { planPostDeletion } from './post-deletion.ts'
import type { PostRepository } from './post-repository.ts'
import { addPost } from './postgres-add-post.ts'
import { readPosts } from './postgres-read-posts.ts'

/** Locks the post `$1` for the member `$2` who deletes it. */
const LOCK_DELETABLE_POST = {
  name: 'lock-deletable-post',
  text: `select author_id, rev, ${visibleMemberSql('$2', 'posts.author_id')} as "isVisible" from posts where id = $1 for update`,
}

type DeletablePostRow = Pick<PostsTable, 'author_id' | 'rev'> & { isVisible: boolean }

export const createPostgresPostRepository = (pool: PostgresPool): PostRepository => ({
  findMany: (ids, viewer) => readPosts(pool, ids, viewer),

  add: (newPost, key) => addPost(pool, newPost, key),

  delete: (deletion) =>
    withQueuedPostgresTransaction(pool, [deletion.postId], async (tx) => {
      const { postId, by, at } = deletion
      const { rows } = await tx.query<DeletablePostRow>({ ...LOCK_DELETABLE_POST, values: [postId, by._id] })
      const [post] = rows.map(({ author_id: authorId, ...row }) => ({ authorId, ...row }))
      const event = planPostDeletion(post, deletion)
      await deletePicturesOfPost(tx, postId, at)
      await tx.query('delete from posts where id = $1', [postId])
      await appendToPostgresOutbox(tx, event)
    }),
})
