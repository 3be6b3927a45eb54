import { queueMediaRemovals } from '@meadow/media'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { MediaTable } from '../schema.ts'
import { listPicturePaths, planPictureDeletion } from './picture.ts'
import type { PictureRepository } from './picture-repository.ts'

const BATCH_SIZE = 20

export const createPostgresPictureRepository = (pool: Pool): PictureRepository => ({
  async add({ _id, ownerId, purpose, random, width, height, placeholder, narrower, createdAt }) {
    await pool.query(
      `insert into media (id, owner_id, purpose, random, width, height, placeholder, narrower, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [_id, ownerId, purpose, random, width, height, placeholder, narrower, createdAt],
    )
  },

  async deleteUnattached(id, at) {
    await withPostgresTransaction(pool, (tx) => deletePictures(tx, at, 'id = $1 and post_id is null', [id]))
  },

  deleteUnusedPostPictures: (before, at) =>
    withPostgresTransaction(pool, (tx) => {
      const unusedSql = `select id from media
        where post_id is null and purpose = 'post' and draft_id is null and not on_profile and created_at < $1
        order by created_at limit $2 for update skip locked`
      return deletePictures(tx, at, `id in (${unusedSql})`, [before, BATCH_SIZE])
    }),

  deleteUnusedProfilePictures: (before, at) =>
    withPostgresTransaction(pool, (tx) => {
      const unusedSql = `select id from media
        where post_id is null and purpose <> 'post' and not on_profile and coalesce(released_at, created_at) < $1
        order by coalesce(released_at, created_at) limit $2 for update skip locked`
      return deletePictures(tx, at, `id in (${unusedSql})`, [before, BATCH_SIZE])
    }),
})

/** Deletes the pictures of a post in the transaction `tx` that deletes it, except those that a profile shows. */
export async function deletePicturesOfPost(tx: Queryable, postId: string, at: Date): Promise<void> {
  const { rows } = await tx.query<Pick<MediaTable, 'id' | 'on_profile'>>(
    'select id, on_profile from media where post_id = $1 for update',
    [postId],
  )
  const { deleted, kept } = planPictureDeletion(rows.map((row) => ({ id: row.id, onProfile: row.on_profile })))
  const toIds = (pictures: readonly { id: string }[]) => pictures.map(({ id }) => id)
  if (kept.length > 0) await tx.query('update media set post_id = null where id = any($1)', [toIds(kept)])
  if (deleted.length > 0) await deletePictures(tx, at, 'id = any($1)', [toIds(deleted)])
}

/** Deletes up to `limit` pictures of a member, also those of a profile, in the transaction `tx`. Returns their number. */
export const deletePicturesOfOwner = (
  tx: Queryable,
  ownerId: string,
  { limit, at }: { limit: number; at: Date },
): Promise<number> =>
  deletePictures(tx, at, 'id in (select id from media where owner_id = $1 limit $2)', [ownerId, limit])

/**
 * Deletes the pictures that match a condition, and queues their files for removal, in the transaction `tx`. Returns their
 * number. `conditionSql` is a constant with parameters `values`, and never contains text of a request.
 */
async function deletePictures(tx: Queryable, at: Date, conditionSql: string, values: unknown[]): Promise<number> {
  const { rows } = await tx.query<Pick<MediaTable, 'owner_id' | 'random' | 'narrower'>>(
    `delete from media where ${conditionSql} returning owner_id, random, narrower`,
    values,
  )
  const paths = rows.flatMap(({ owner_id: ownerId, random, narrower }) =>
    listPicturePaths({ ownerId, random, narrower }),
  )
  await queueMediaRemovals(tx, paths, at)
  return rows.length
}
