import { appendToPostgresOutbox, createPostgresClientKeyStore } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { deletePictures } from '../media/postgres-picture-repository.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import type { PostsTable } from '../schema.ts'
import {
  assertPostAuthor,
  createPictureUnavailableError,
  FIRST_REV,
  type NewPost,
  type PictureReference,
  type PostPicture,
  toFirstRevision,
} from './post.ts'
import { toPostCreatedEvent, toPostDeletedEvent } from './post-events.ts'
import type { PostRepository } from './post-repository.ts'
import { lockPost } from './postgres-post-changes.ts'
import { type PictureRow, readPosts, toPicture } from './postgres-read-posts.ts'

export const createPostgresPostRepository = (pool: Pool): PostRepository => ({
  findMany: (ids, viewer) => readPosts(pool, ids, viewer),

  add: (newPost, key) =>
    withPostgresTransaction(pool, async (tx) => {
      const { _id, author, content, alt, createdAt } = newPost
      const member = await requireActiveMember(createPostgresMemberReadModel(tx), author)
      const repeatedId = key && (await createPostgresClientKeyStore(tx).claim(key, _id))
      if (repeatedId) return { repeatedId }
      await tx.query({
        name: 'add-post',
        text: `insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
               values ($1, $2, $3, $4, $5, $6, 0, 0, $7)`,
        values: [_id, author._id, content, alt, createdAt, FIRST_REV, newPost.picture !== undefined],
      })
      const picture = newPost.picture && (await attachPicture(tx, newPost.picture, newPost))
      await appendToPostgresOutbox(tx, toPostCreatedEvent(newPost, picture))
      return { post: toFirstRevision(newPost, member, picture) }
    }),

  delete: (deletion) =>
    withPostgresTransaction(pool, async (tx) => {
      const { postId, by, at } = deletion
      const { authorId } = await lockPost(tx, postId, by)
      assertPostAuthor(authorId, by)
      await deletePictures(tx, at, 'post_id = $1', [postId])
      const deleteSql = 'delete from posts where id = $1 returning rev'
      const { rows } = await tx.query<Pick<PostsTable, 'rev'>>(deleteSql, [postId])
      for (const { rev } of rows) await appendToPostgresOutbox(tx, toPostDeletedEvent(deletion, rev))
    }),

  async ping() {
    await pool.query('select 1')
  },
})

/** Attaches an unused picture of the author to the post. @throws invalid_request when there is no such picture */
async function attachPicture(
  tx: Queryable,
  reference: PictureReference,
  { _id: postId, author }: NewPost,
): Promise<PostPicture> {
  const [column, value] = '_id' in reference ? ['id', reference._id] : ['random', reference.random]
  const { rows } = await tx.query<PictureRow>(
    `update media set post_id = $1 where ${column} = $2 and owner_id = $3 and purpose = 'post' and post_id is null
     returning id as media_id, owner_id, random, width, height, placeholder, narrower`,
    [postId, value, author._id],
  )
  if (!rows[0]) throw createPictureUnavailableError()
  return toPicture(rows[0])
}
