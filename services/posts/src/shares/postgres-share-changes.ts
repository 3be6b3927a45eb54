import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel, toActor } from '@meadow/members'
import { newId } from '@meadow/service'
import type { Queryable } from '@meadow/storage'
import type { ChangedPost } from '../posts/changed-post.ts'
import {
  LOCK_POST,
  type LockedPostRow,
  NEWEST_COMMENTS_JSON_SQL,
  type NewestCommentRow,
  toNewestComments,
} from '../posts/postgres-post-changes.ts'
import type { PostsTable } from '../schema.ts'
import { type OwnShares, planShareRemoval, type SharePlan } from './share.ts'

/** A locked post as everybody may see it, and whether it counts as hidden. */
export type LockedOriginal = { post: ChangedPost; isHidden: boolean }

/** Locks a post that is shared. Returns undefined if it does not exist. */
export async function lockOriginal(tx: Queryable, id: string): Promise<LockedOriginal | undefined> {
  const { rows } = await tx.query<LockedPostRow>({ ...LOCK_POST, values: [id] })
  const [row] = rows
  if (!row) return undefined
  const { rows: views } = await tx.query<{ likes: string[]; comments: NewestCommentRow[] | null }>({
    name: 'read-shared-view',
    text: `select array(
       select member_id from likes where post_id = $1 order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
     ) as likes, (${NEWEST_COMMENTS_JSON_SQL}) as comments`,
    values: [id],
  })
  const { likes = [], comments = null } = views[0] ?? {}
  const post = {
    authorId: row.author_id,
    rev: row.rev,
    likes,
    likesCount: row.likes_count,
    comments: toNewestComments(comments),
    commentsCount: row.comments_count,
    sharesCount: row.shares_count,
  }
  return { post, isHidden: row.hidden_at !== null }
}

/** Reads the shares that a member has of a post. After the lock of the post, which changes them. */
export async function readOwnShares(tx: Queryable, postId: string, memberId: string): Promise<OwnShares> {
  const { rows } = await tx.query<{ plainShareId: string | null; hasQuotes: boolean }>({
    name: 'read-own-shares',
    text: `select (
        select id from posts where shared_post_id = $1 and author_id = $2 and content = '' limit 1
      ) as "plainShareId",
      exists (select from posts where shared_post_id = $1 and author_id = $2 and content <> '') as "hasQuotes"`,
    values: [postId, memberId],
  })
  return { plainShareId: rows[0]?.plainShareId ?? undefined, hasQuotes: rows[0]?.hasQuotes ?? false }
}

/** Stores the counter of a locked post, and the events of the change. */
export async function storeSharePlan(tx: Queryable, postId: string, { post, events }: SharePlan): Promise<void> {
  await tx.query('update posts set shares_count = $2, rev = $3 where id = $1', [postId, post.sharesCount, post.rev])
  await appendToPostgresOutbox(tx, events)
}

/** A row of posts that is or was a share: its original, and its member. */
type DeletedShare = Pick<PostsTable, 'id' | 'author_id' | 'shared_post_id'>

/** Takes a deleted share from the count of its original, if that still exists. Does nothing for a post that is no share. */
export async function uncountDeletedShare(
  tx: Queryable,
  { id, author_id: memberId, shared_post_id: postId }: DeletedShare,
  at: Date,
): Promise<void> {
  const original = postId === null ? undefined : await lockOriginal(tx, postId)
  const member = original && (await createPostgresMemberReadModel(tx).find([memberId])).get(memberId)
  if (postId === null || !original || !member) return
  const { plainShareId, hasQuotes } = await readOwnShares(tx, postId, memberId)
  const removal = { postId, by: toActor(member), at, eventId: newId(at) }
  await storeSharePlan(
    tx,
    postId,
    planShareRemoval(original.post, id, removal, hasQuotes || plainShareId !== undefined),
  )
}

/**
 * Takes deleted shares of one member from the counts of their originals, unless the member has other shares of these, which are deleted
 * later. There is no event.
 */
export const uncountErasedShares = (tx: Queryable, memberId: string, shares: readonly DeletedShare[]) =>
  tx.query(
    `with locked as (select id from posts where id = any($2::uuid[]) order by id for update)
     update posts set shares_count = greatest(0, shares_count - 1) where id in (select id from locked)
       and not exists (select from posts share where share.shared_post_id = posts.id and share.author_id = $1)`,
    [memberId, shares.flatMap(({ shared_post_id }) => shared_post_id ?? [])],
  )
