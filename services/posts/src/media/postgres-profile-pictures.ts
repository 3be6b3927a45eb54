import type { Queryable } from '@meadow/storage'
import type { ProfilePictures } from './profile-pictures.ts'

const SHOW = `
  update media set on_profile = random = any($2), released_at = case when random = any($2) then null else $4::timestamptz end
  where owner_id = $1 and (on_profile or random = any($2)) and on_profile <> (random = any($2))
    and not exists (select 1 from members where id = $1 and profile_version > $3)`

/** Notes on the rows of `media`, beside the read model of members; `db` is the transaction of a consumer. */
export const postgresProfilePictures = (db: Queryable): ProfilePictures => ({
  async show({ ownerId, randoms, profileVersion, at }) {
    await db.query(SHOW, [ownerId, randoms, profileVersion, at])
  },
})
