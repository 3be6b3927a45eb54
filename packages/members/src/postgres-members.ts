import type { Actor } from '@meadow/contracts'
import type { Queryable } from '@meadow/storage'
import type { EdgeChange, Member, Members } from './members.ts'

type Row = {
  id: string
  username: string
  full_name: string
  avatar: string
  is_verified: boolean
  state: Member['state']
  created_at: Date | null
  account_version: number
  profile_version: number
}

const toMember = (row: Row): Member => ({
  _id: row.id,
  username: row.username,
  fullName: row.full_name,
  avatar: row.avatar,
  isVerified: row.is_verified,
  state: row.state,
  createdAt: row.created_at ?? undefined,
  accountVersion: row.account_version,
  profileVersion: row.profile_version,
})

/** The round of telling in which something is heard. */
const ROUND = '(select coalesce(max(number), 0) from member_rounds)'

/** An edge that is not newer is only heard again. */
const setEdge = (table: 'follows' | 'blocks', db: Queryable) => async (edge: EdgeChange) => {
  await db.query(
    `insert into ${table} as known (from_id, to_id, version, active, at, heard) values ($1, $2, $3, $4, $5, ${ROUND})
     on conflict (from_id, to_id) do update set
       version = greatest(known.version, excluded.version),
       active = case when known.version < excluded.version then excluded.active else known.active end,
       at = case when known.version < excluded.version then excluded.at else known.at end,
       heard = excluded.heard
     where known.version < excluded.version or known.heard < excluded.heard`,
    [edge.from, edge.to, edge.version, edge.active, edge.at],
  )
}

/** The read model in the tables of `memberMigrations`; `db` is a pool or the transaction of a consumer. */
export const postgresMembers = (db: Queryable): Members => ({
  async find(ids) {
    if (ids.length === 0) return new Map()
    const { rows } = await db.query<Row>({
      name: 'find-members',
      text: `select id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version
             from members where id = any($1::uuid[])`,
      values: [ids],
    })
    return new Map(rows.map((row) => [row.id, toMember(row)]))
  },

  async findByUsername(username) {
    const { rows } = await db.query<Row>(
      `select * from members where username = $1 and state <> 'erased' order by id limit 1`,
      [username.toLowerCase()],
    )
    return rows[0] && toMember(rows[0])
  },

  noteActor: (actor) => noteActors(db, [actor]),
  noteActors: (actors) => noteActors(db, actors),

  /** An erasure is the end, whatever else comes; facts of the registration fill what is still empty, however late. */
  async applyAccount({ _id, accountVersion, state, username = '', fullName = '', createdAt = null }) {
    if (state === 'erased') return erase(db, _id, accountVersion)
    await db.query(
      `insert into members as known
         (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version, heard)
       values ($1, $2, $3, '', false, $4, $5, $6, 0, ${ROUND})
       on conflict (id) do update set
         state = case when known.account_version < excluded.account_version then excluded.state else known.state end,
         account_version = greatest(known.account_version, excluded.account_version),
         created_at = coalesce(known.created_at, excluded.created_at),
         username = case when known.username = '' then excluded.username else known.username end,
         full_name = case when known.full_name = '' then excluded.full_name else known.full_name end,
         heard = excluded.heard
       where known.state <> 'erased'`,
      [_id, username, fullName, state, createdAt, accountVersion],
    )
  },

  /** The same version again tells the same, and more than `noteActor` did: the badge. */
  async applyProfile({ _id, username, fullName, avatar, isVerified, profileVersion }) {
    await db.query(
      `insert into members as known
         (id, username, full_name, avatar, is_verified, state, account_version, profile_version, heard)
       values ($1, $2, $3, $4, $5, 'active', 0, $6, ${ROUND})
       on conflict (id) do update set
         username = excluded.username, full_name = excluded.full_name, avatar = excluded.avatar,
         is_verified = excluded.is_verified, profile_version = excluded.profile_version
       where known.profile_version <= excluded.profile_version and known.state <> 'erased'`,
      [_id, username, fullName, avatar, isVerified, profileVersion],
    )
  },

  setFollow: setEdge('follows', db),
  setBlock: setEdge('blocks', db),

  async beginRound(id) {
    await db.query('insert into member_rounds (id) values ($1) on conflict do nothing', [id])
  },

  async endRound(id, owner) {
    const notTold = 'heard < (select number from member_rounds where id = $1)'
    if (owner === 'auth') await db.query(`delete from members where ${notTold} and state <> 'erased'`, [id])
    else for (const table of ['follows', 'blocks']) await db.query(`delete from ${table} where ${notTold}`, [id])
  },

  async following(id, limit) {
    const { rows } = await db.query<{ to_id: string }>(
      'select to_id from follows where from_id = $1 and active order by at desc, to_id desc limit $2',
      [id, limit],
    )
    return rows.map(({ to_id }) => to_id)
  },

  async followingCount(id) {
    const { rows } = await db.query<{ count: number }>(
      'select count(*)::int as count from follows where from_id = $1 and active',
      [id],
    )
    return rows[0]?.count ?? 0
  },

  async whichFollowed(viewer, ids) {
    if (!viewer || ids.length === 0) return new Set()
    const { rows } = await db.query<{ to_id: string }>(
      'select to_id from follows where from_id = $1 and to_id = any($2::uuid[]) and active',
      [viewer, ids],
    )
    return new Set(rows.map(({ to_id }) => to_id))
  },
})

/** Of one who comes twice the newest counts. Who is known as well already is left alone: most are, and a lock is a write. */
const NOTE_ACTORS = `
  insert into members as known
    (id, username, full_name, avatar, is_verified, state, account_version, profile_version, heard)
  select distinct on (id) id, username, full_name, avatar, false, 'active', 0, told.profile_version, ${ROUND}
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::integer[]) with ordinality
    as told (id, username, full_name, avatar, profile_version, place)
  where not exists (
    select 1 from members m
    where m.id = told.id and (m.profile_version >= told.profile_version or m.state = 'erased'))
  order by id, told.profile_version desc, place
  on conflict (id) do update set
    username = excluded.username, full_name = excluded.full_name, avatar = excluded.avatar,
    profile_version = excluded.profile_version
  where known.profile_version < excluded.profile_version and known.state <> 'erased'`

async function noteActors(db: Queryable, actors: readonly Actor[]): Promise<void> {
  const values = [
    actors.map(({ _id }) => _id),
    actors.map(({ username }) => username),
    actors.map(({ fullName }) => fullName),
    actors.map(({ avatar }) => avatar),
    actors.map(({ profileVersion }) => profileVersion),
  ]
  await db.query({ name: 'note-actors', text: NOTE_ACTORS, values })
}

/** What remains is the tombstone. */
async function erase(db: Queryable, id: string, accountVersion: number): Promise<void> {
  await db.query(
    `insert into members as known
       (id, username, full_name, avatar, is_verified, state, account_version, profile_version)
     values ($1, '', '', '', false, 'erased', $2, 0)
     on conflict (id) do update set
       username = '', full_name = '', avatar = '', is_verified = false, state = 'erased',
       account_version = greatest(known.account_version, excluded.account_version)`,
    [id, accountVersion],
  )
}
