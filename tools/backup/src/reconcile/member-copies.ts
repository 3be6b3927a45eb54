import { openMongo } from '@meadow/storage'
import type pg from 'pg'

const BATCH_SIZE = 5_000

/** The data of members that a service owns, beside auth, which owns the accounts. Everything else is a copy. */
type Ownership = 'profile and follows' | 'nothing'

const FORGET_ACCOUNT = 'account_version = 0'
const FORGET_PROFILE = `profile_version = 0, username = '', full_name = '', avatar = '', is_verified = false`

const clearMembers = (columns: string, condition: string) =>
  `update members set ${columns} where id in (
     select id from members where state <> 'erased' and (${condition}) limit ${BATCH_SIZE})`

const clearEdges = (table: string) =>
  `delete from ${table} where (from_id, to_id) in (select from_id, to_id from ${table} limit ${BATCH_SIZE})`

/** The statements that forget a copy, each for some rows at a time. */
const STATEMENTS: Record<Ownership, string[]> = {
  'profile and follows': [clearMembers(FORGET_ACCOUNT, 'account_version > 0')],
  nothing: [
    clearEdges('follows'),
    clearEdges('blocks'),
    clearEdges('mutes'),
    clearEdges('privacy_exceptions'),
    clearMembers(
      `${FORGET_ACCOUNT}, ${FORGET_PROFILE}`,
      `account_version > 0 or profile_version > 0 or username <> '' or full_name <> ''`,
    ),
  ],
}

/**
 * Forgets what a service has copied of members, so that each snapshot of the owners is newer. Otherwise a copy that is newer
 * than its owner would ignore the next changes. Tombstones remain.
 */
export async function clearMemberCopies(client: pg.Client, owned: Ownership): Promise<void> {
  for (const statement of STATEMENTS[owned]) while ((await client.query(statement)).rowCount) {}
}

/** Forgets the copies of a service in MongoDB. */
export async function clearMongoMemberCopies(url: string, service: string): Promise<void> {
  await using mongo = await openMongo(url, { database: `meadow_${service}`, name: 'meadow reconcile' })
  const { db } = mongo
  for (const name of ['follows', 'blocks', 'mutes', 'privacy_exceptions']) await db.collection(name).deleteMany({})
  const nothing = { username: '', fullName: '', avatar: '', isVerified: false, accountVersion: 0, profileVersion: 0 }
  await db.collection('members').updateMany({ state: { $ne: 'erased' } }, { $set: nothing })
}

const HIDE_UNKNOWN = `
  update members set state = 'deactivated'
  where id = any($1::uuid[]) and state = 'active' and not (id = any($2::uuid[]))`

/** Hides the members of social whose accounts are gone. Returns their number. */
export async function hideMembersWithoutAccount(social: pg.Client, auth: pg.Client): Promise<number> {
  let hidden = 0
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const text = 'select id from members where id > $1 order by id limit $2'
    const ids = (await social.query<{ id: string }>(text, [last, BATCH_SIZE])).rows.map(({ id }) => id)
    if (ids.length === 0) return hidden
    const known = await auth.query<{ id: string }>('select id from accounts where id = any($1::uuid[])', [ids])
    hidden += (await social.query(HIDE_UNKNOWN, [ids, known.rows.map(({ id }) => id)])).rowCount ?? 0
    last = ids.at(-1) ?? last
  }
}
