import { appendToPostgresOutbox, createPostgresClientKeyStore } from '@meadow/events'
import { createPostgresMemberReadModel, toMemberView } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { toAddress } from '../media/picture.ts'
import { deletePictures } from '../media/postgres-picture-repository.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import { createPictureUnavailableError, FIRST_REV, type PictureReference, type PostPicture } from './post.ts'
import type { PostRepository } from './post-repository.ts'
import { lockPost } from './postgres-post-changes.ts'
import { readPosts, toPicture } from './postgres-read-posts.ts'

export const createPostgresPostRepository = (pool: Pool): PostRepository => ({
  findMany: (ids, viewer) => readPosts(pool, ids, viewer),

  async add(post, author, announce, key) {
    const added = await withPostgresTransaction(pool, async (tx) => {
      const { _id, content, alt, createdAt } = post
      const member = await requireActiveMember(createPostgresMemberReadModel(tx), author)
      const earlier = key && (await createPostgresClientKeyStore(tx).claim(key, _id))
      if (earlier) return earlier
      await tx.query({
        name: 'add-post',
        text: `insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
               values ($1, $2, $3, $4, $5, $6, 0, 0, $7)`,
        values: [_id, author._id, content, alt, createdAt, FIRST_REV, post.picture !== undefined],
      })
      const picture = post.picture && (await takePicture(tx, post.picture, { postId: _id, ownerId: author._id }))
      await appendToPostgresOutbox(tx, announce(picture ? toAddress(picture) : ''))
      const untouched = { likes: [], likesCount: 0, comments: [], commentsCount: 0, viewerLiked: false }
      return { _id, user: toMemberView(member, false), content, alt, picture, createdAt, rev: FIRST_REV, ...untouched }
    })
    if (typeof added !== 'string') return added
    const [earlier] = await readPosts(pool, [added], author)
    if (!earlier) throw new DomainError('post_not_found')
    return earlier
  },

  remove: (id, by, at, announce) =>
    withPostgresTransaction(pool, async (tx) => {
      const { authorId } = await lockPost(tx, id, by)
      if (authorId !== by._id) throw new DomainError('not_your_post')
      await deletePictures(tx, at, 'post_id = $1', [id])
      const { rows } = await tx.query<{ rev: number }>('delete from posts where id = $1 returning rev + 1 as rev', [id])
      for (const { rev } of rows) await appendToPostgresOutbox(tx, announce({ authorId, rev }))
    }),

  async ping() {
    await pool.query('select 1')
  },
})

/** Gives a free picture of the owner's to the post. */
async function takePicture(
  tx: Queryable,
  name: PictureReference,
  { postId, ownerId }: { postId: string; ownerId: string },
): Promise<PostPicture> {
  const [column, value] = '_id' in name ? ['id', name._id] : ['random', name.random]
  const { rows } = await tx.query(
    `update media set post_id = $1 where ${column} = $2 and owner_id = $3 and purpose = 'post' and post_id is null
     returning id as media_id, owner_id, random, width, height, placeholder, narrower`,
    [postId, value, ownerId],
  )
  if (!rows[0]) throw createPictureUnavailableError()
  return toPicture(rows[0])
}
