import type { Queryable } from '@meadow/storage'
import type { ProfilePictureRepository } from './profile-picture-repository.ts'

const SET_PROFILE_PICTURES_SQL = `
  update media set on_profile = random = any($2), released_at = case when random = any($2) then null else $4::timestamptz end
  where owner_id = $1 and (on_profile or random = any($2)) and on_profile <> (random = any($2))
    and not exists (select 1 from members where id = $1 and profile_version > $3)`

/** Stores the use of pictures in the rows of `media`, in the transaction `tx` of an event consumer. */
export const createPostgresProfilePictureRepository = (tx: Queryable): ProfilePictureRepository => ({
  async setCurrent({ ownerId, randoms, profileVersion, at }) {
    await tx.query(SET_PROFILE_PICTURES_SQL, [ownerId, randoms, profileVersion, at])
  },
})
