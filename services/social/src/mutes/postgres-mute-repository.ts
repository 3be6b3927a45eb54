import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel, type MembersTable, type MutesTable, muteInEffectSql } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type PostgresPool, type Queryable, withQueuedPostgresTransaction } from '@meadow/storage'
import type { MutePair, MuteRepository } from './mute.ts'

type MuteRow = Pick<MutesTable, 'version' | 'active' | 'until'>
type MutedMemberRow = Pick<MembersTable, 'id' | 'username' | 'full_name' | 'avatar' | 'is_verified'> &
  Pick<MutesTable, 'at' | 'until'>

/** Stores a mute if the stored one has the version before. */
const STORE_MUTE = `
  insert into mutes as known (from_id, to_id, version, active, at, until) values ($1, $2, $3, $4, $5, $6)
  on conflict (from_id, to_id) do update set
    version = excluded.version, active = excluded.active, at = excluded.at, until = excluded.until
  where known.version = excluded.version - 1`

/** Creates the mute repository on the tables of the members read model. */
export const createPostgresMuteRepository = (pool: PostgresPool): MuteRepository => ({
  change: (from, to, decide) =>
    withQueuedPostgresTransaction(pool, [from], async (tx) => {
      for (;;) {
        const pair = await readPair(tx, from, to)
        const change = decide(pair)
        if (!change) return pair.to
        const { version, active, at, until } = change.mute
        const { rowCount } = await tx.query(STORE_MUTE, [from, to, version, active, at, until])
        if (rowCount !== 1) continue // another request has changed the mute since it was read
        await appendToPostgresOutbox(tx, change.event)
        return pair.to
      }
    }),

  async list(memberId, { limit, after, skip }) {
    const { rows } = await pool.query<MutedMemberRow>(
      `select m.id, m.username, m.full_name, m.avatar, m.is_verified, mute.at, mute.until
       from mutes mute join members m on m.id = mute.to_id
       where mute.from_id = $1 and ${muteInEffectSql('mute')} and m.state = 'active'
         ${after ? 'and (mute.at, mute.to_id) < ($2, $3)' : ''}
       order by mute.at desc, mute.to_id desc limit ${limit + 1} offset ${skip}`,
      [memberId, ...(after ? [after.createdAt, after._id] : [])],
    )
    return rows.map(({ id, username, full_name, avatar, is_verified, at, until }) => ({
      _id: id,
      username,
      fullName: full_name,
      avatar,
      isVerified: is_verified,
      createdAt: at,
      until,
    }))
  },
})

const NO_MUTE: MuteRow = { version: 0, active: false, until: null }

async function readPair(tx: Queryable, fromId: string, toId: string): Promise<MutePair> {
  const members = await createPostgresMemberReadModel(tx).find([fromId, toId])
  const [from, to] = [members.get(fromId), members.get(toId)]
  if (from?.state !== 'active') throw new DomainError('forbidden')
  if (!to || to.state === 'erased') throw new DomainError('member_not_found')
  const { rows: mutes } = await tx.query<MuteRow>(
    'select version, active, until from mutes where from_id = $1 and to_id = $2',
    [fromId, toId],
  )
  const { rows: counts } = await tx.query<{ count: number }>(
    `select count(*)::int as count from mutes mute
     where mute.from_id = $1 and mute.to_id <> $2 and ${muteInEffectSql('mute')}`,
    [fromId, toId],
  )
  return { from, to, mute: mutes[0] ?? NO_MUTE, otherMuteCount: counts[0]?.count ?? 0 }
}
