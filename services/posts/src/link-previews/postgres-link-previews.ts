import type { TextFacet } from '@meadow/contracts'
import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresLinkPreviewCache, findPreviewedUrl } from '@meadow/link-preview'
import { createPostgresMemberReadModel, visibleContentSql } from '@meadow/members'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import { toPicturePath } from '../media/picture.ts'
import { requireActiveMember } from '../members/require-active-member.ts'
import {
  IS_PLAIN_SHARE_SQL,
  NEWEST_COMMENTS_JSON_SQL,
  type NewestCommentRow,
  toNewestComments,
} from '../posts/postgres-post-changes.ts'
import type { PostsTable } from '../schema.ts'
import {
  isOutdatedPreview,
  type LinkPreviewChange,
  type PreviewedPost,
  planLinkPreview,
} from './link-preview-change.ts'
import { planLinkPreviewRemoval } from './link-preview-removal.ts'
import type { LinkPreviewStores } from './link-preview-stores.ts'

const TAKE_JOBS_SQL = `
  update link_previews_to_fetch q set due_at = $2
  from (
    select post_id from link_previews_to_fetch where due_at <= $1 order by due_at, post_id limit $3 for update skip locked
  ) due
  where q.post_id = due.post_id
  returning q.post_id, (select facets from posts where id = q.post_id) as facets`

/** Creates the stores on PostgreSQL. A trigger adds posts to the queue. */
export const createPostgresLinkPreviews = (pool: PostgresPool, newId: (at: Date) => string): LinkPreviewStores => ({
  cache: createPostgresLinkPreviewCache(pool, {
    isUsedSql: 'exists (select from posts where link_preview_id = link_previews.id)',
    toPath: toPicturePath,
  }),
  queue: {
    async take(at, { limit, retryAt }) {
      const { rows } = await pool.query<{ post_id: string; facets: TextFacet[] | null }>({
        name: 'take-link-preview-jobs',
        text: TAKE_JOBS_SQL,
        values: [at, retryAt, limit],
      })
      return rows.map(({ post_id: id, facets }) => ({ id, url: findPreviewedUrl(facets ?? []) }))
    },
    finish: (job, preview, at) =>
      withQueuedPostgresTransaction(pool, [job.id], (tx) => finishJob(tx, { job, preview, at, eventId: newId(at) })),
  },
  setRemoved: (removal) =>
    withQueuedPostgresTransaction(pool, [removal.postId], async (tx) => {
      const { postId, by, isRemoved } = removal
      await requireActiveMember(createPostgresMemberReadModel(tx), by)
      const stored = await lockPreviewedPost(tx, postId, by)
      const plan = planLinkPreviewRemoval(stored, removal)
      if (!plan) return
      await tx.query('update posts set link_preview_removed = $2, link_preview_id = null, rev = $3 where id = $1', [
        postId,
        isRemoved,
        plan.post.rev,
      ])
      if (!isRemoved && findPreviewedUrl(stored?.facets ?? []) !== undefined) await queuePost(tx, postId)
      await appendToPostgresOutbox(tx, plan.event)
    }),
})

/** Lets the post wait for a preview, as the trigger does for a post with a new text. */
const queuePost = (tx: Queryable, postId: string) =>
  tx.query(
    `insert into link_previews_to_fetch (post_id) values ($1)
     on conflict (post_id) do update set due_at = excluded.due_at`,
    [postId],
  )

async function finishJob(tx: Queryable, change: LinkPreviewChange): Promise<void> {
  const { job, preview } = change
  const stored = await lockPreviewedPost(tx, job.id)
  if (stored && isOutdatedPreview(stored, job)) {
    await tx.query(`update link_previews_to_fetch set due_at = '-infinity' where post_id = $1`, [job.id])
    return
  }
  if (stored && preview && !(await lockPreview(tx, preview._id))) return // the cleanup was faster: the job is due again
  await tx.query('delete from link_previews_to_fetch where post_id = $1', [job.id])
  const plan = stored && planLinkPreview(stored, change)
  if (!plan) return
  const values = [job.id, preview?._id ?? null, plan.post.rev]
  await tx.query('update posts set link_preview_id = $2, rev = $3 where id = $1', values)
  await appendToPostgresOutbox(tx, plan.event)
}

/** Locks a preview against the cleanup. Returns false if it no longer exists. */
const lockPreview = async (tx: Queryable, id: string): Promise<boolean> =>
  (await tx.query('select from link_previews where id = $1 for key share', [id])).rowCount === 1

type PreviewedPostRow = Pick<
  PostsTable,
  | 'author_id'
  | 'rev'
  | 'likes_count'
  | 'comments_count'
  | 'shares_count'
  | 'facets'
  | 'link_preview_id'
  | 'link_preview_removed'
> & { isVisible: boolean }

/** Locks a post and reads it. `isVisible`: `viewer` may see it. */
async function lockPreviewedPost(
  tx: Queryable,
  postId: string,
  viewer?: { _id: string },
): Promise<(PreviewedPost & { isVisible: boolean }) | undefined> {
  const { rows } = await tx.query<PreviewedPostRow>(
    `select author_id, rev, likes_count, comments_count, shares_count, facets, link_preview_id, link_preview_removed,
       hidden_at is null and not ${IS_PLAIN_SHARE_SQL} and ${visibleContentSql('$2', 'posts.author_id')} as "isVisible"
     from posts where id = $1 for update`,
    [postId, viewer?._id ?? null],
  )
  const [row] = rows
  if (!row) return undefined
  const { rows: contexts } = await tx.query<{ likes: string[]; comments: NewestCommentRow[] | null }>(
    `select array(
       select member_id from likes where post_id = $1 order by created_at desc, member_id limit ${MAX_POST_LIKES_IN_VIEW}
     ) as likes, (${NEWEST_COMMENTS_JSON_SQL}) as comments`,
    [postId],
  )
  const { likes = [], comments = null } = contexts[0] ?? {}
  return {
    post: {
      authorId: row.author_id,
      rev: row.rev,
      likes,
      likesCount: row.likes_count,
      comments: toNewestComments(comments),
      commentsCount: row.comments_count,
      sharesCount: row.shares_count,
    },
    facets: (row.facets as TextFacet[] | null) ?? [],
    previewId: row.link_preview_id,
    isRemoved: row.link_preview_removed,
    isVisible: row.isVisible,
  }
}
