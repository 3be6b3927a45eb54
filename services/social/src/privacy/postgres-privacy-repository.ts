import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel, type MembersTable } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import type { ProfilesTable } from '../schema.ts'
import type { PrivacyRepository, StoredPrivacy } from './privacy-settings.ts'

type PrivacyRow = Pick<ProfilesTable, 'is_suggested' | 'is_in_directory'> &
  Pick<MembersTable, 'is_private'> & {
    field_audiences: StoredPrivacy['fields']
    contact_privacy: StoredPrivacy['contact']
  }

const READ_PRIVACY = `
  select m.is_private, p.is_suggested, p.is_in_directory, p.field_audiences, m.contact_privacy
  from profiles p join members m on m.id = p.member_id where p.member_id = $1 and m.state = 'active'`

/** Creates the privacy repository on PostgreSQL. The settings are columns of `profiles`. */
export const createPostgresPrivacyRepository = (pool: PostgresPool): PrivacyRepository => ({
  find: (memberId) => readPrivacy(pool, READ_PRIVACY, memberId),

  change: (memberId, decide) =>
    withQueuedPostgresTransaction(pool, [memberId], async (tx) => {
      const members = createPostgresMemberReadModel(tx)
      // The member first: follow requests wait for this lock, so that none is stored for a member who becomes public.
      await tx.query('select from members where id = $1 for no key update', [memberId])
      const current = await readPrivacy(tx, `${READ_PRIVACY} for update of p`, memberId)
      const member = (await members.find([memberId])).get(memberId)
      if (!member) throw new DomainError('forbidden')
      const { settings, event } = decide({ member, settings: current })
      await tx.query(
        'update profiles set is_suggested = $2, is_in_directory = $3, field_audiences = $4 where member_id = $1',
        [memberId, settings.isSuggested, settings.isInDirectory, JSON.stringify(settings.fields)],
      )
      if (event) {
        await members.applyPrivacy({ _id: memberId, ...event.data, contactPrivacy: settings.contact })
        await appendToPostgresOutbox(tx, event)
      }
      return settings
    }),
})

async function readPrivacy(db: Queryable, text: string, memberId: string): Promise<StoredPrivacy> {
  const [row] = (await db.query<PrivacyRow>(text, [memberId])).rows
  if (!row) throw new DomainError('forbidden')
  return {
    isPrivate: row.is_private,
    isSuggested: row.is_suggested,
    isInDirectory: row.is_in_directory,
    fields: row.field_audiences,
    contact: row.contact_privacy,
  }
}
