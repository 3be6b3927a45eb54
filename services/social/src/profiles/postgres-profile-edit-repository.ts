import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import type { EditableProfile } from './edit-profile.ts'
import { PROFILE_DETAILS_JSON, updateProfileDetails } from './postgres-profile-details.ts'
import type { ProfileDetails } from './profile-details.ts'
import type { ProfileEditRepository } from './profile-edit-repository.ts'

/** Creates the profile-edit repository on PostgreSQL. It also updates the members read model. */
export const createPostgresProfileEditRepository = (pool: PostgresPool): ProfileEditRepository => ({
  change: (memberId, decide) =>
    withQueuedPostgresTransaction(pool, [memberId], async (tx) => {
      const edited = decide(await lockProfile(tx, memberId))
      if (!edited) return false
      const { details, event } = edited
      await updateProfileDetails(tx, memberId, details)
      await createPostgresMemberReadModel(tx).applyProfile({ _id: memberId, ...event.data })
      await appendToPostgresOutbox(tx, event)
      return true
    }),
})

/** Locks the member first, as consumers of registrations do: the other order would be a deadlock with them. */
async function lockProfile(tx: Queryable, memberId: string): Promise<EditableProfile> {
  await tx.query('select from members where id = $1 for no key update', [memberId])
  const text = `select ${PROFILE_DETAILS_JSON} from profiles where member_id = $1 for update`
  const [row] = (await tx.query<{ details: ProfileDetails }>(text, [memberId])).rows
  const member = (await createPostgresMemberReadModel(tx).find([memberId])).get(memberId)
  if (!row || member?.state !== 'active') throw new DomainError('forbidden')
  return { member, details: row.details }
}
