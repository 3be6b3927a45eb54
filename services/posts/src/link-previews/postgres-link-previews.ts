import type { TextFacet } from '@meadow/contracts'
import { MAX_POST_LIKES_IN_VIEW } from '@meadow/contracts/limits'
import { appendToPostgresOutbox } from '@meadow/events'
import {
  createPostgresLinkPreviewCache,
  createPostgresLinkPreviewQueue,
  findPreviewedUrl,
  isOutdatedPreview,
  lockLinkPreview,
  type PostgresLinkPreviewQueue,
} from '@meadow/link-preview'
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
import { type LinkPreviewChange, type PreviewedPost, planLinkPreview } from './link-preview-change.ts'
import { type LinkPreviewRemoval, planLinkPreviewRemoval } from './link-preview-removal.ts'
import type { LinkPreviewStores } from './link-preview-stores.ts'

/** Creates the stores on PostgreSQL. A trigger adds posts to the queue. */
export function createPostgresLinkPreviews(pool: PostgresPool, newId: (at: Date) => string): LinkPreviewStores {
  const queue = createPostgresLinkPreviewQueue(pool, { texts: 'posts', idColumn: 'post_id' })
  return {
    cache: createPostgresLinkPreviewCache(pool, {
      isUsedSql: 'exists (select from posts where link_preview_id = link_previews.id)',
      toPath: toPicturePath,
    }),
    queue: {
      take: queue.take,
      finish: (job, preview, at) =>
        withQueuedPostgresTransaction(pool, [job.id], (tx) =>
          finishJob(tx, queue, { job, preview, at, eventId: newId(at) }),
        ),
    },
    setRemoved: (removal) =>
      withQueuedPostgresTransaction(pool, [removal.postId], (tx) => setRemoved(tx, queue, removal)),
  }
}

async function finishJob(tx: Queryable, queue: PostgresLinkPreviewQueue, change: LinkPreviewChange): Promise<void> {
  const { job, preview } = change
  const stored = await lockPreviewedPost(tx, job.id)
  if (stored && isOutdatedPreview(stored, job)) return queue.add(tx, job.id)
  if (stored && preview && !(await lockLinkPreview(tx, preview._id))) return // the cleanup was faster: the job is due again
  await queue.remove(tx, job.id)
  const plan = stored && planLinkPreview(stored, change)
  if (!plan) return
  const values = [job.id, preview?._id ?? null, plan.post.rev]
  await tx.query('update posts set link_preview_id = $2, rev = $3 where id = $1', values)
  await appendToPostgresOutbox(tx, plan.event)
}

async function setRemoved(tx: Queryable, queue: PostgresLinkPreviewQueue, removal: LinkPreviewRemoval): Promise<void> {
  const { postId, by, isRemoved } = removal
  await requireActiveMember(createPostgresMemberReadModel(tx), by)
  const stored = await lockPreviewedPost(tx, postId, by)
  const plan = planLinkPreviewRemoval(stored, removal)
  if (!plan) return
  const values = [postId, isRemoved, plan.post.rev]
  await tx.query('update posts set link_preview_removed = $2, link_preview_id = null, rev = $3 where id = $1', values)
  if (!isRemoved && findPreviewedUrl(stored?.facets ?? []) !== undefined) await queue.add(tx, postId)
  await appendToPostgresOutbox(tx, plan.event)
}

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

/** Locks a post and reads it, also for a change of its video. `isVisible`: `viewer` may see it. */
export async function lockPreviewedPost(
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
