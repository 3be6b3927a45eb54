import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel, type MembersTable } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, withQueuedPostgresTransaction } from '@meadow/storage'
import type { ProfilesTable } from '../schema.ts'
import type { BadgeRepository } from './badge.ts'
import { insertAuditEntry } from './postgres-moderation-repository.ts'

/** Creates the repository of badges on PostgreSQL. It also updates the members read model. */
export const createPostgresBadgeRepository = (pool: PostgresPool): BadgeRepository => ({
  async list() {
    const { rows } = await pool.query<Pick<MembersTable, 'id'>>(
      `select id from members where is_verified and state = 'active' order by username limit 500`,
    )
    const members = await createPostgresMemberReadModel(pool).find(rows.map(({ id }) => id))
    return rows.flatMap(({ id }) => members.get(id) ?? [])
  },

  set: (username, decide) =>
    withQueuedPostgresTransaction(pool, [username], async (tx) => {
      const members = createPostgresMemberReadModel(tx)
      const { rows: found } = await tx.query<Pick<MembersTable, 'id'>>(
        `select id from members where username = $1 and state = 'active' order by id limit 1 for no key update`,
        [username],
      )
      const id = found[0]?.id ?? ''
      const { rows } = found[0]
        ? await tx.query<Pick<ProfilesTable, 'cover'>>('select cover from profiles where member_id = $1 for update', [
            id,
          ])
        : { rows: [] }
      const member = found[0] && (await members.find([id])).get(id)
      const plan = decide({ member, cover: rows[0]?.cover ?? '' })
      if (!member) throw new DomainError('member_not_found')
      if (plan) {
        await members.applyProfile({ _id: member._id, ...plan.event.data })
        await insertAuditEntry(tx, plan.entry)
        await appendToPostgresOutbox(tx, plan.event)
      }
      return member
    }),
})
