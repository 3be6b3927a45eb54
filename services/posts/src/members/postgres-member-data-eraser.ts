import { appendToPostgresOutbox } from '@meadow/events'
import type { ErasedCounts, MemberDataEraser } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { deletePicturesOfOwner, deletePicturesOfPost } from '../media/postgres-picture-repository.ts'
import { toPostDeletedEvent } from '../posts/post-deletion.ts'
import type { PostsTable } from '../schema.ts'

type Context = Parameters<MemberDataEraser['eraseBatch']>[1]

/**
 * Creates the eraser of what posts has of a member, in the transaction `tx`: posts, comments and likes at posts of others, which lose
 * them from their counts, and pictures. Comments and likes need no event: nobody sees them since the account was deactivated.
 */
export const createPostgresMemberDataEraser = (tx: Queryable): MemberDataEraser => ({
  async eraseBatch({ memberId }, context) {
    for (const step of [erasePosts, eraseComments, eraseLikes, erasePictures]) {
      const counts = await step(tx, memberId, context)
      if (Object.values(counts).some((count) => count > 0)) return counts
    }
    return {}
  },
})

async function erasePosts(tx: Queryable, memberId: string, { limit, at, newId }: Context): Promise<ErasedCounts> {
  const { rows } = await tx.query<Pick<PostsTable, 'id' | 'rev'>>(
    'select id, rev from posts where author_id = $1 order by id limit $2 for update',
    [memberId, limit],
  )
  for (const { id: postId, rev } of rows) {
    await deletePicturesOfPost(tx, postId, at)
    const event = toPostDeletedEvent({ authorId: memberId, rev }, { postId, at, eventId: newId(at) })
    await appendToPostgresOutbox(tx, event)
  }
  await tx.query('delete from posts where id = any($1::uuid[])', [rows.map(({ id }) => id)])
  return { posts: rows.length }
}

/** Deletes a batch of comments or likes. Locks their posts first, in the order of their ids, like everything that changes a post. */
async function eraseAtPosts(
  tx: Queryable,
  { table, own, count }: { table: 'comments' | 'likes'; own: string; count: string },
  [memberId, limit]: [string, number],
): Promise<number> {
  const { rows } = await tx.query<{ post_id: string }>(
    `select post_id from ${table} where ${own} = $1 order by post_id limit $2`,
    [memberId, limit],
  )
  const postIds = [...new Set(rows.map(({ post_id }) => post_id))]
  await tx.query('select from posts where id = any($1::uuid[]) order by id for update', [postIds])
  const { rowCount } = await tx.query(
    `with removed as (
       delete from ${table} where ${own} = $1 and post_id = any($2::uuid[]) returning post_id
     ), counted as (select post_id, count(*)::int as removed from removed group by post_id),
     updated as (
       update posts set ${count} = greatest(0, ${count} - counted.removed) from counted where posts.id = counted.post_id
     )
     select from removed`,
    [memberId, postIds],
  )
  return rowCount ?? 0
}

async function eraseComments(tx: Queryable, memberId: string, { limit }: Context): Promise<ErasedCounts> {
  const shown = await eraseAtPosts(tx, { table: 'comments', own: 'author_id', count: 'comments_count' }, [
    memberId,
    limit,
  ])
  if (shown > 0) return { comments: shown }
  const { rowCount: hidden } = await tx.query('delete from hidden_comments where author_id = $1', [memberId])
  return { comments: hidden ?? 0 }
}

const eraseLikes = async (tx: Queryable, memberId: string, { limit }: Context): Promise<ErasedCounts> => ({
  likes: await eraseAtPosts(tx, { table: 'likes', own: 'member_id', count: 'likes_count' }, [memberId, limit]),
})

const erasePictures = async (tx: Queryable, memberId: string, { limit, at }: Context): Promise<ErasedCounts> => ({
  pictures: await deletePicturesOfOwner(tx, memberId, { limit, at }),
})
