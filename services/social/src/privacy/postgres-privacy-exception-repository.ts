import type { PrivacyException } from '@meadow/contracts'
import { appendToPostgresOutbox } from '@meadow/events'
import {
  createPostgresMemberReadModel,
  type MembersTable,
  NO_PRIVACY_EXCEPTION,
  type PrivacyExceptionsTable,
} from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import type { PrivacyExceptionPair, PrivacyExceptionRepository } from './privacy-exception.ts'

type ExceptionRow = Pick<PrivacyExceptionsTable, 'version'> & { exception: PrivacyException }
type ExceptedMemberRow = Pick<MembersTable, 'id' | 'username' | 'full_name' | 'avatar' | 'is_verified'> &
  Pick<ExceptionRow, 'exception'>

/** Stores an exception if the stored one has the version before. */
const STORE_EXCEPTION = `
  insert into privacy_exceptions as known (from_id, to_id, version, active, at, exception) values ($1, $2, $3, $4, $5, $6)
  on conflict (from_id, to_id) do update set
    version = excluded.version, active = excluded.active, at = excluded.at, exception = excluded.exception
  where known.version = excluded.version - 1`

/** Creates the repository on the tables of the members read model. */
export const createPostgresPrivacyExceptionRepository = (pool: PostgresPool): PrivacyExceptionRepository => ({
  change: (from, to, decide) =>
    withQueuedPostgresTransaction(pool, [from], async (tx) => {
      for (;;) {
        const pair = await readPair(tx, from, to)
        const outcome = decide(pair)
        if (!outcome) return pair.to
        const { version, active, at, exception } = outcome.change
        const { rowCount } = await tx.query(STORE_EXCEPTION, [from, to, version, active, at, JSON.stringify(exception)])
        if (rowCount !== 1) continue // another request has changed the exception since it was read
        await appendToPostgresOutbox(tx, outcome.event)
        return pair.to
      }
    }),

  async list(memberId) {
    const { rows } = await pool.query<ExceptedMemberRow>(
      `select m.id, m.username, m.full_name, m.avatar, m.is_verified, made.exception
       from privacy_exceptions made join members m on m.id = made.to_id
       where made.from_id = $1 and made.active and m.state = 'active'
       order by made.at desc, made.to_id desc`,
      [memberId],
    )
    return rows.map(({ id, username, full_name, avatar, is_verified, exception }) => ({
      _id: id,
      username,
      fullName: full_name,
      avatar,
      isVerified: is_verified,
      exception,
    }))
  },
})

async function readPair(tx: Queryable, fromId: string, toId: string): Promise<PrivacyExceptionPair> {
  const members = await createPostgresMemberReadModel(tx).find([fromId, toId])
  const [from, to] = [members.get(fromId), members.get(toId)]
  if (from?.state !== 'active') throw new DomainError('forbidden')
  if (!to || to.state === 'erased') throw new DomainError('member_not_found')
  const { rows: stored } = await tx.query<ExceptionRow>(
    'select version, exception from privacy_exceptions where from_id = $1 and to_id = $2',
    [fromId, toId],
  )
  const { rows: counts } = await tx.query<{ count: number }>(
    'select count(*)::int as count from privacy_exceptions where from_id = $1 and to_id <> $2 and active',
    [fromId, toId],
  )
  const known = stored[0] ?? { version: 0, exception: NO_PRIVACY_EXCEPTION }
  return { from, to, known, otherExceptionCount: counts[0]?.count ?? 0 }
}
