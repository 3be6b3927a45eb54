import type { Queryable } from '@meadow/storage'
import type { ProfilePictureRepository } from './profile-picture-repository.ts'

const SET_PROFILE_PICTURES_SQL = `
  update media set on_profile = random = any($2), released_at = case when random = any($2) then null else $4::timestamptz end
  where owner_id = $1 and (on_profile or random = any($2)) and on_profile <> (random = any($2))
    and not exists (select 1 from members where id = $1 and profile_version > $3)`

/** Notes on the rows of `media`, beside the read model of members; `db` is the transaction of a consumer. */
export const createPostgresProfilePictureRepository = (db: Queryable): ProfilePictureRepository => ({
  async setCurrent({ ownerId, randoms, profileVersion, at }) {
    await db.query(SET_PROFILE_PICTURES_SQL, [ownerId, randoms, profileVersion, at])
  },
})
