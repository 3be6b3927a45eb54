import type { MembersTable } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { MediaTable } from '../schema.ts'
import { planProfilePictures } from './picture.ts'
import type { ProfilePictureRepository } from './profile-picture-repository.ts'

/** Locks the pictures that the profile of `$1` shows or names by `$2`, in an order that avoids deadlocks. */
const LOCK_PROFILE_PICTURES = {
  name: 'lock-profile-pictures',
  text: `
    select id, owner_id, random, on_profile, (select profile_version from members where id = $1) as profile_version
    from media where owner_id = $1 and (on_profile or random = any($2)) order by id for update of media`,
}

/** Sets the use of the pictures `$1`, shown, and `$2`, released at `$3`. */
const SET_PROFILE_PICTURES = {
  name: 'set-profile-pictures',
  text: `
    update media set on_profile = id = any($1), released_at = case when id = any($1) then null else $3::timestamptz end
    where id = any($1) or id = any($2)`,
}

type LockedPictureRow = Pick<MediaTable, 'id' | 'owner_id' | 'random' | 'on_profile'> & {
  profile_version: MembersTable['profile_version'] | null
}

/** Stores the use of pictures in the rows of `media`, in the transaction `tx` of an event consumer. */
export const createPostgresProfilePictureRepository = (tx: Queryable): ProfilePictureRepository => ({
  async setCurrent(current) {
    const { ownerId, randoms, at } = current
    const { rows } = await tx.query<LockedPictureRow>({ ...LOCK_PROFILE_PICTURES, values: [ownerId, randoms] })
    const { shown, released } = planProfilePictures(current, {
      knownVersion: rows[0]?.profile_version ?? undefined,
      stored: rows.map((row) => ({ id: row.id, ownerId: row.owner_id, random: row.random, onProfile: row.on_profile })),
    })
    if (shown.length + released.length === 0) return
    const values = [shown.map(({ id }) => id), released.map(({ id }) => id), at]
    await tx.query({ ...SET_PROFILE_PICTURES, values })
  },
})
