import { appendToPostgresOutbox } from '@meadow/events'
import { queueMediaRemovals } from '@meadow/media'
import { DomainError, toLowestId } from '@meadow/service'
import {
  type PostgresPool,
  type Queryable,
  withPostgresTransaction,
  withQueuedPostgresTransaction,
} from '@meadow/storage'
import { lockPreviewedPost } from '../link-previews/postgres-link-previews.ts'
import type { PostVideosTable } from '../schema.ts'
import {
  assertVideoAvailable,
  type CaptionsChange,
  listVideoPaths,
  MAX_ORPHAN_AGE_MS,
  type PostVideo,
  planVideoCompletion,
  type StoredVideo,
  toVideoChange,
  type VideoCompletion,
  type VideoReference,
} from './video.ts'
import type { VideoRepository } from './video-repository.ts'

const BATCH_SIZE = 20

/** Columns of the table `post_videos` that the views of posts show. */
export const VIDEO_COLUMNS = 'id, owner_id, random, video, captions_random'

export type PostVideoRow = Pick<PostVideosTable, 'id' | 'owner_id' | 'random' | 'captions_random' | 'video'>

type StoredVideoRow = PostVideoRow & Pick<PostVideosTable, 'post_id' | 'created_at'>

/** The fields of a video that have no column of their own. */
type VideoColumn = Pick<PostVideo, 'status' | 'format' | 'durationMs' | 'width' | 'height' | 'poster'>

const toVideoColumn = ({ status, format, durationMs, width, height, poster }: PostVideo): string => {
  const column: VideoColumn = { status, format, durationMs, width, height, poster }
  return JSON.stringify(column)
}

/** Converts a row to the video of a post. */
export const rowToPostVideo = (row: PostVideoRow): PostVideo => ({
  ...(row.video as VideoColumn),
  _id: row.id,
  ownerId: row.owner_id,
  random: row.random,
  captionsRandom: row.captions_random,
})

const rowToStoredVideo = (row: StoredVideoRow): StoredVideo => ({
  ...rowToPostVideo(row),
  postId: row.post_id,
  createdAt: row.created_at,
})

export const createPostgresVideoRepository = (pool: PostgresPool): VideoRepository => ({
  scheduleRemovals: (paths, dueAt) => queueMediaRemovals(pool, paths, dueAt),

  add: (video) =>
    withPostgresTransaction(pool, async (tx) => {
      const { _id, ownerId, random, status, createdAt } = video
      await claimFiles(tx, listVideoPaths(video))
      await tx.query('insert into post_videos (id, owner_id, random, video, created_at) values ($1, $2, $3, $4, $5)', [
        _id,
        ownerId,
        random,
        toVideoColumn(video),
        createdAt,
      ])
      if (status !== 'processing') return
      await tx.query('insert into video_tasks (video_id, due_at) values ($1, $2)', [_id, createdAt])
    }),

  async find(id) {
    const { rows } = await pool.query<StoredVideoRow>(`${SELECT_VIDEO_SQL} where id = $1`, [id])
    return rows[0] && rowToStoredVideo(rows[0])
  },

  complete: (completion) =>
    changeVideo(pool, completion.videoId, (tx, video, postId) => completeVideo(tx, { video, postId, completion })),

  async setCaptions(change) {
    const changed = await changeVideo(pool, change.videoId, (tx, video, postId) =>
      setCaptions(tx, { video, postId, change }),
    )
    if (!changed) throw new DomainError('media_not_found')
    return changed
  },

  async readCaptions(random) {
    const text = 'select captions from post_videos where captions_random = $1'
    const { rows } = await pool.query<Pick<PostVideosTable, 'captions'>>(text, [random])
    return rows[0]?.captions ?? undefined
  },

  deleteUnused: (before, at) =>
    withPostgresTransaction(pool, (tx) =>
      deleteVideos(
        tx,
        at,
        `id = any(
           array(select id from post_videos where post_id is null and created_at < $1
             order by created_at limit $2 for update skip locked)
           || array(select v.id from post_videos v where v.id >= $3 and v.id < $4 and post_id is not null
             and not exists (select from posts p where p.id = v.post_id) limit $2 for update skip locked))`,
        [before, BATCH_SIZE, toLowestId(new Date(before.getTime() - MAX_ORPHAN_AGE_MS)), toLowestId(before)],
      ),
    ),
})

const SELECT_VIDEO_SQL = `select ${VIDEO_COLUMNS}, post_id, created_at from post_videos`

/**
 * Locks a video, after the post that shows it, and changes it. A post may take the video in between; then this begins again. Returns false
 * if there is no such video.
 */
async function changeVideo<Result>(
  pool: PostgresPool,
  videoId: string,
  change: (tx: Queryable, video: StoredVideo, postId: string | null) => Promise<Result>,
): Promise<Result | false> {
  for (;;) {
    const text = 'select post_id from post_videos where id = $1'
    const { rows } = await pool.query<Pick<PostVideosTable, 'post_id'>>(text, [videoId])
    if (!rows[0]) return false
    const postId = rows[0].post_id
    const run = async (tx: Queryable) => {
      if (postId) await tx.query('select from posts where id = $1 for update', [postId])
      const { rows } = await tx.query<StoredVideoRow>(`${SELECT_VIDEO_SQL} where id = $1 for update`, [videoId])
      if (!rows[0]) return false
      return rows[0].post_id === postId ? { result: await change(tx, rowToStoredVideo(rows[0]), postId) } : undefined
    }
    const changed = await (postId
      ? withQueuedPostgresTransaction(pool, [postId], run)
      : withPostgresTransaction(pool, run))
    if (changed !== undefined) return changed === false ? false : changed.result
  }
}

async function completeVideo(
  tx: Queryable,
  { video, postId, completion }: { video: StoredVideo; postId: string | null; completion: VideoCompletion },
): Promise<boolean> {
  const plan = planVideoCompletion(video, completion)
  if (!plan) return false
  const values = [video._id, plan.video.random, toVideoColumn(plan.video)]
  await tx.query('update post_videos set random = $2, video = $3 where id = $1', values)
  await tx.query('delete from video_tasks where video_id = $1', [video._id])
  await claimFiles(tx, plan.added)
  await queueMediaRemovals(tx, plan.removed, completion.at)
  await announceVideo(tx, postId, plan.video, completion)
  return true
}

async function setCaptions(
  tx: Queryable,
  { video, postId, change }: { video: StoredVideo; postId: string | null; change: CaptionsChange },
): Promise<StoredVideo> {
  const { videoId, ownerId, captions } = change
  const post = postId ? await lockPreviewedPost(tx, postId, { _id: ownerId }) : undefined
  if (video.ownerId !== ownerId || (postId && !post?.isVisible)) throw new DomainError('media_not_found')
  const changed = { ...video, captionsRandom: captions?.random ?? null }
  const values = [videoId, captions?.text ?? null, changed.captionsRandom]
  await tx.query('update post_videos set captions = $2, captions_random = $3 where id = $1', values)
  await announceVideo(tx, postId, changed, change)
  return changed
}

/** Changes the revision of a locked post after a change of its video, and announces that. */
async function announceVideo(
  tx: Queryable,
  postId: string | null,
  video: PostVideo,
  { at, eventId }: { at: Date; eventId: string },
): Promise<void> {
  const before = postId ? await lockPreviewedPost(tx, postId) : undefined
  if (!postId || !before) return
  const { post, event } = toVideoChange(before.post, video, { postId, at, eventId })
  await tx.query('update posts set rev = $2 where id = $1', [postId, post.rev])
  await appendToPostgresOutbox(tx, event)
}

/** Takes files out of the removal queue. @throws upload_failed if they are removed */
async function claimFiles(tx: Queryable, paths: readonly string[]): Promise<void> {
  const { rowCount } = await tx.query('delete from media_to_remove where path = any($1)', [paths])
  if (rowCount !== paths.length) throw new DomainError('upload_failed')
}

/** Attaches the video that a new post names to it, in the transaction `tx`. @throws invalid_request if it is not available */
export async function attachVideo(
  tx: Queryable,
  { _id, author, video: reference }: { _id: string; author: { _id: string }; video?: VideoReference | undefined },
): Promise<PostVideo | null> {
  if (!reference) return null
  const [column, value] = '_id' in reference ? ['id', reference._id] : ['random', reference.random]
  const { rows } = await tx.query<StoredVideoRow>(`${SELECT_VIDEO_SQL} where ${column} = $1 for update`, [value])
  const video = rows[0] && rowToStoredVideo(rows[0])
  assertVideoAvailable(author, video)
  await tx.query('update post_videos set post_id = $2 where id = $1', [video._id, _id])
  const { postId: _postId, createdAt: _createdAt, ...shown } = video
  return shown
}

/** Deletes the video of a post in the transaction `tx` that deletes the post. */
export const deleteVideoOfPost = (tx: Queryable, postId: string, at: Date): Promise<number> =>
  deleteVideos(tx, at, 'post_id = $1', [postId])

/** Deletes up to `limit` videos of a member in the transaction `tx`. Returns their number. */
export const deleteVideosOfOwner = (
  tx: Queryable,
  ownerId: string,
  { limit, at }: { limit: number; at: Date },
): Promise<number> =>
  deleteVideos(tx, at, 'id in (select id from post_videos where owner_id = $1 limit $2)', [ownerId, limit])

/** Deletes the videos that match a constant condition, and queues their files for removal. Returns their number. */
async function deleteVideos(
  tx: Queryable,
  at: Date,
  conditionSql: string,
  values: readonly unknown[],
): Promise<number> {
  const { rows } = await tx.query<PostVideoRow>(
    `delete from post_videos where ${conditionSql} returning ${VIDEO_COLUMNS}`,
    [...values],
  )
  if (rows.length === 0) return 0
  await tx.query('delete from video_tasks where video_id = any($1::uuid[])', [rows.map(({ id }) => id)])
  await queueMediaRemovals(tx, rows.map(rowToPostVideo).flatMap(listVideoPaths), at)
  return rows.length
}
