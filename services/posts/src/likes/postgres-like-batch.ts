import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToOutboxSql, toOutboxValues } from '@meadow/events'
import { visibleContentLookupSql } from '@meadow/members'
import { type BatchOutcome, type Queryable, signalOnCommit } from '@meadow/storage'
import {
  LOCK_POST,
  type LockedPostRow,
  NEWEST_COMMENTS_JSON_SQL,
  type NewestCommentRow,
  toNewestComments,
} from '../posts/postgres-post-changes.ts'
import {
  type LikeBatchPlan,
  type LikeContext,
  type LikedPost,
  type LikeRequest,
  type LikeResult,
  planLikeBatch,
} from './like-batch.ts'

/** The statements of a batch of likes. */
export const LIKE_BATCH_STATEMENTS = {
  lockPost: LOCK_POST,
  /** Reads the members of the requests, in their order, and the newest likers and comments. After the lock, which changes them. */
  readContext: {
    name: 'read-like-context',
    text: `
      select
        (
          select json_agg(json_build_object(
            'memberState', (select state from members where id = requester.id),
            'isVisible', ${visibleContentLookupSql('requester.id', '$2::uuid')},
            'isLiker', exists (select 1 from likes where post_id = $1 and member_id = requester.id offset 0)
          ) order by requester.index)
          from unnest($3::uuid[]) with ordinality as requester (id, index)
        ) as requesters,
        (
          select json_agg(json_build_object('memberId', member_id, 'createdAt', created_at) order by created_at desc, member_id)
          from (
            select member_id, created_at from likes where post_id = $1 order by created_at desc, member_id limit $4
          ) newest
        ) as likers,
        (${NEWEST_COMMENTS_JSON_SQL}) as comments`,
  },
  write: {
    name: 'write-likes',
    text: `
      with added as (
        insert into likes (post_id, member_id, author_id, created_at)
        select $1, member_id, $2, created_at from unnest($5::uuid[], $6::timestamptz[]) as added (member_id, created_at)
        on conflict (post_id, member_id) do update set created_at = excluded.created_at
      ),
      removed as (delete from likes where post_id = $1 and member_id = any($7::uuid[])),
      event as (${appendToOutboxSql(`
        select id, topic, key, event
        from unnest($8::uuid[], $9::text[], $10::text[], $11::json[])
          with ordinality as event (id, topic, key, event, index) order by index`)})
      update posts set likes_count = $3, rev = $4 where id = $1`,
  },
}

type ContextRow = {
  requesters: (Omit<LikeContext, 'memberState'> & { memberState: NonNullable<LikeContext['memberState']> | null })[]
  /** JSON, so `createdAt` is text. */
  likers: { memberId: string; createdAt: string }[] | null
  comments: NewestCommentRow[] | null
}

/** Writes likes of one post, and their events. Returns an outcome for each request, in their order. */
export async function writeLikeBatch(
  tx: Queryable,
  postId: string,
  requests: readonly LikeRequest[],
): Promise<BatchOutcome<LikeResult>[]> {
  const { rows: locked } = await tx.query<LockedPostRow>({ ...LIKE_BATCH_STATEMENTS.lockPost, values: [postId] })
  const { rows } = await tx.query<ContextRow>({
    ...LIKE_BATCH_STATEMENTS.readContext,
    values: [
      postId,
      locked[0]?.author_id ?? null,
      requests.map(({ change }) => change.by._id),
      MAX_POST_LIKES_IN_VIEW + requests.length,
    ],
  })
  const [post, context] = [locked[0], rows[0]]
  if (!context) throw new Error('The batch has no context')
  const plan = planLikeBatch(
    post && !post.hidden_at ? toLikedPost(post, context) : undefined,
    requests.map((request, index) => ({ ...request, ...toLikeContext(context.requesters[index]) })),
  )
  if (post && plan.events.length > 0) await storePlan(tx, postId, post.author_id, plan)
  return plan.outcomes
}

const toLikedPost = (post: LockedPostRow, { likers, comments }: ContextRow): LikedPost => ({
  authorId: post.author_id,
  rev: post.rev,
  likesCount: post.likes_count,
  newestLikers: (likers ?? []).map(({ memberId, createdAt }) => ({ memberId, createdAt: new Date(createdAt) })),
  comments: toNewestComments(comments),
  commentsCount: post.comments_count,
  sharesCount: post.shares_count,
})

function toLikeContext(row: ContextRow['requesters'][number] | undefined): LikeContext {
  if (!row) throw new Error('A request of the batch has no context')
  return { ...row, memberState: row.memberState ?? undefined }
}

async function storePlan(tx: Queryable, postId: string, authorId: string, plan: LikeBatchPlan): Promise<void> {
  const { likesCount, rev, added, removed } = plan
  const events = plan.events.map(toOutboxValues)
  await tx.query({
    ...LIKE_BATCH_STATEMENTS.write,
    values: [
      postId,
      authorId,
      likesCount,
      rev,
      added.map(({ memberId }) => memberId),
      added.map(({ createdAt }) => createdAt),
      removed,
      events.map(([id]) => id),
      events.map(([, topic]) => topic),
      events.map(([, , key]) => key),
      events.map(([, , , json]) => json),
    ],
  })
  signalOnCommit(tx)
}
