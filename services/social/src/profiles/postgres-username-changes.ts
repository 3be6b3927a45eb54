import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel, type SnapshotDeps } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import type { ProfilesTable } from '../schema.ts'
import { type FormerUsernameStore, renameMember, type UsernameProjection } from './username-change.ts'

/** Creates the projection of usernames on PostgreSQL, in the transaction `tx`. */
export const createPostgresUsernameProjection = (
  tx: Queryable,
  { now, newId }: Pick<SnapshotDeps, 'now' | 'newId'>,
): UsernameProjection => ({
  async rename({ memberId, username, version }) {
    const members = createPostgresMemberReadModel(tx)
    await tx.query('select from members where id = $1 for no key update', [memberId]) // before the profile, like edits
    const { rows } = await tx.query<Pick<ProfilesTable, 'cover' | 'username_version'>>(
      'select cover, username_version from profiles where member_id = $1 for update',
      [memberId],
    )
    const [row] = rows
    const member = (await members.find([memberId])).get(memberId)
    if (!row || !member) return
    const time = now()
    const known = { member, cover: row.cover, usernameVersion: row.username_version ?? 0 }
    const event = renameMember(known, { username, version }, { id: newId(time), time })
    if (!event) return
    await members.applyProfile({ _id: memberId, ...event.data })
    await tx.query('update profiles set username_version = $2 where member_id = $1', [memberId, version])
    await tx.query('delete from former_usernames where username = $1', [username])
    await appendToPostgresOutbox(tx, event)
  },

  async keepFormer({ username, memberId, keptUntil }) {
    await tx.query(
      `insert into former_usernames (username, member_id, kept_until)
       select $1, $2, $3 from members where id = $2 and state <> 'erased' and username <> $1
       on conflict (username) do update set member_id = excluded.member_id, kept_until = excluded.kept_until
       where former_usernames.kept_until < excluded.kept_until`,
      [username, memberId, keptUntil],
    )
  },
})

/** Creates the store of former usernames on PostgreSQL. */
export const createPostgresFormerUsernames = (db: Queryable): FormerUsernameStore => ({
  async deleteExpired(now) {
    const { rowCount } = await db.query(
      `delete from former_usernames where username in (
         select username from former_usernames where kept_until <= $1 order by kept_until limit 1000)`,
      [now],
    )
    return rowCount === 1_000
  },
})
