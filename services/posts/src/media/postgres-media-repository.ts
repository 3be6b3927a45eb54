import { removeLater } from '@meadow/media'
import { type Queryable, transaction } from '@meadow/storage'
import type { Pool } from 'pg'
import type { MediaRepository } from './media-repository.ts'
import { toPaths } from './picture.ts'

const AT_ONCE = 20

export const postgresMedia = (pool: Pool): MediaRepository => ({
  async add({ _id, ownerId, purpose, random, width, height, placeholder, narrower, createdAt }) {
    await pool.query(
      `insert into media (id, owner_id, purpose, random, width, height, placeholder, narrower, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [_id, ownerId, purpose, random, width, height, placeholder, narrower, createdAt],
    )
  },

  async forget(id, at) {
    await transaction(pool, (tx) => forgetPictures(tx, at, 'id = $1 and post_id is null', [id]))
  },

  forgetUnused: (before, at) =>
    transaction(pool, (tx) => {
      const unused = `select id from media
        where post_id is null and purpose = 'post' and not on_profile and created_at < $1
        order by created_at limit $2 for update skip locked`
      return forgetPictures(tx, at, `id in (${unused})`, [before, AT_ONCE])
    }),

  forgetUnshown: (before, at) =>
    transaction(pool, (tx) => {
      const unshown = `select id from media
        where post_id is null and purpose <> 'post' and not on_profile and coalesce(released_at, created_at) < $1
        order by coalesce(released_at, created_at) limit $2 for update skip locked`
      return forgetPictures(tx, at, `id in (${unshown})`, [before, AT_ONCE])
    }),
})

/**
 * Forgets the pictures that `which` says and leaves their files to the sweep, both in the transaction. Answers how many.
 * `which` is a condition on `media` with `values`, never anything that somebody sent.
 */
export async function forgetPictures(tx: Queryable, at: Date, which: string, values: unknown[]): Promise<number> {
  const { rows } = await tx.query<{ owner_id: string; random: string; narrower: number[] }>(
    `delete from media where ${which} returning owner_id, random, narrower`,
    values,
  )
  const paths = rows.flatMap(({ owner_id: ownerId, random, narrower }) => toPaths({ ownerId, random, narrower }))
  await removeLater(tx, paths, at)
  return rows.length
}
