import type { Actor } from '@meadow/contracts'
import { type Queryable, toArrayParameter } from '@meadow/storage'
import type { MadePrivacyException, StoredContactPrivacy } from './contact-privacy.ts'
import type {
  EdgeChange,
  EdgeKind,
  Member,
  MemberReadModel,
  MuteChange,
  MutedWordList,
  PrivacyExceptionChange,
} from './member-read-model.ts'
import { MEMBER_DATA_OWNERS } from './member-snapshot.ts'
import { deleteExpiredPostgresRows, deleteStalePostgresRows, endPostgresRound } from './postgres-member-cleanup.ts'
import type { FollowsTable, MembersTable, PrivacyExceptionsTable } from './schema.ts'

type PostgresMemberRow = Omit<MembersTable, 'heard' | 'erased_at' | 'contact_privacy'> & {
  state: Member['state']
  contact_privacy: StoredContactPrivacy
}

const toMember = (row: PostgresMemberRow): Member => ({
  _id: row.id,
  username: row.username,
  fullName: row.full_name,
  avatar: row.avatar,
  isVerified: row.is_verified,
  state: row.state,
  createdAt: row.created_at ?? undefined,
  isEmailVerified: row.email_verified ?? undefined,
  accountVersion: row.account_version,
  profileVersion: row.profile_version,
  isPrivate: row.is_private,
  contactPrivacy: row.contact_privacy,
  privacyVersion: row.privacy_version,
})

/** Number of the current snapshot round. The column `heard` stores the round in which a row was last written. */
const CURRENT_ROUND = '(select coalesce(max(number), 0) from member_rounds)'

/** Stores an edge if it is newer. An older edge only updates `heard`. */
const setEdge = (table: EdgeKind, db: Queryable) => async (edge: EdgeChange | MuteChange | PrivacyExceptionChange) => {
  const own = getOwnColumn(edge)
  const newer = (column: string) =>
    `${column} = case when known.version < excluded.version then excluded.${column} else known.${column} end`
  await db.query(
    `insert into ${table} as known (from_id, to_id, version, active, at, heard${own ? `, ${own.name}` : ''})
     values ($1, $2, $3, $4, $5, ${CURRENT_ROUND}${own ? ', $6' : ''})
     on conflict (from_id, to_id) do update set
       version = greatest(known.version, excluded.version), ${newer('active')}, ${newer('at')},
       ${own ? `${newer(own.name)},` : ''} heard = excluded.heard
     where known.version < excluded.version or known.heard < excluded.heard`,
    [edge.from, edge.to, edge.version, edge.active, edge.at, ...(own ? [own.value] : [])],
  )
}

/** Returns the column that only edges of this kind have, with its value; undefined for follows and blocks. */
function getOwnColumn(edge: EdgeChange | MuteChange | PrivacyExceptionChange) {
  if ('until' in edge) return { name: 'until', value: edge.until }
  if ('exception' in edge) return { name: 'exception', value: JSON.stringify(edge.exception) }
  return undefined
}

/** Creates the read model on the tables of `memberMigrations`. `db` is a pool or the transaction of a consumer. */
export const createPostgresMemberReadModel = (db: Queryable): MemberReadModel => ({
  async find(ids) {
    if (ids.length === 0) return new Map()
    const { rows } = await db.query<PostgresMemberRow>({
      name: 'find-members',
      text: `select id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version,
               is_private, contact_privacy, privacy_version, email_verified
             from members where id = any($1::uuid[])`,
      values: [ids],
    })
    return new Map(rows.map((row) => [row.id, toMember(row)]))
  },

  async findByUsername(username) {
    const { rows } = await db.query<PostgresMemberRow>(
      `select * from members where username = $1 and state <> 'erased' order by id limit 1`,
      [username.toLowerCase()],
    )
    return rows[0] && toMember(rows[0])
  },

  upsertActor: (actor) => upsertActors(db, [actor]),
  upsertActors: (actors) => upsertActors(db, actors),

  /** An erasure is final. Data of the registration fills empty columns, even if it arrives late. A verified address stays verified. */
  async applyAccount({ _id, accountVersion, state, username = '', fullName = '', createdAt = null, isEmailVerified }) {
    if (state === 'erased') return eraseMember(db, _id, accountVersion)
    await db.query(
      `insert into members as known
         (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version, email_verified,
          heard)
       values ($1, $2, $3, '', false, $4, $5, $6, 0, $7, ${CURRENT_ROUND})
       on conflict (id) do update set
         state = case when known.account_version < excluded.account_version then excluded.state else known.state end,
         account_version = greatest(known.account_version, excluded.account_version),
         created_at = coalesce(known.created_at, excluded.created_at),
         username = case when known.username = '' then excluded.username else known.username end,
         full_name = case when known.full_name = '' then excluded.full_name else known.full_name end,
         email_verified = case when known.email_verified or excluded.email_verified then true
           else coalesce(known.email_verified, excluded.email_verified) end,
         heard = excluded.heard
       where known.state <> 'erased'`,
      [_id, username, fullName, state, createdAt, accountVersion, isEmailVerified ?? null],
    )
  },

  async applyVerifiedEmail(id) {
    await db.query(
      `insert into members as known
         (id, username, full_name, avatar, is_verified, state, account_version, profile_version, email_verified, heard)
       values ($1, '', '', '', false, 'active', 0, 0, true, ${CURRENT_ROUND})
       on conflict (id) do update set email_verified = true
       where known.email_verified is distinct from true and known.state <> 'erased'`,
      [id],
    )
  },

  /** The same version is applied again, because `upsertActor` does not set `is_verified`. */
  async applyProfile({ _id, username, fullName, avatar, isVerified, profileVersion }) {
    await db.query(
      `insert into members as known
         (id, username, full_name, avatar, is_verified, state, account_version, profile_version, heard)
       values ($1, $2, $3, $4, $5, 'active', 0, $6, ${CURRENT_ROUND})
       on conflict (id) do update set
         username = excluded.username, full_name = excluded.full_name, avatar = excluded.avatar,
         is_verified = excluded.is_verified, profile_version = excluded.profile_version
       where known.profile_version <= excluded.profile_version and known.state <> 'erased'`,
      [_id, username, fullName, avatar, isVerified, profileVersion],
    )
  },

  async applyPrivacy({ _id, isPrivate, contactPrivacy, privacyVersion }) {
    await db.query(
      `insert into members as known
         (id, username, full_name, avatar, is_verified, state, account_version, profile_version, is_private, privacy_version,
          contact_privacy, heard)
       values ($1, '', '', '', false, 'active', 0, 0, $2, $3, $4, ${CURRENT_ROUND})
       on conflict (id) do update set is_private = excluded.is_private, privacy_version = excluded.privacy_version,
         contact_privacy = excluded.contact_privacy
       where known.privacy_version < excluded.privacy_version and known.state <> 'erased'`,
      [_id, isPrivate, privacyVersion, JSON.stringify(contactPrivacy)],
    )
  },

  setFollow: setEdge('follows', db),
  setBlock: setEdge('blocks', db),
  setMute: setEdge('mutes', db),
  setPrivacyException: setEdge('privacy_exceptions', db),

  async applyMutedWords({ memberId, version, words }) {
    await db.query(
      `insert into muted_words as known (member_id, version, words)
       select $1, $2, $3 where not exists (select 1 from members where id = $1 and state = 'erased')
       on conflict (member_id) do update set version = excluded.version, words = excluded.words
       where known.version < excluded.version`,
      [memberId, version, JSON.stringify(words)],
    )
  },

  async findMutedWords(memberId) {
    const { rows } = await db.query<Pick<MutedWordList, 'version' | 'words'>>({
      name: 'find-muted-words',
      text: 'select version, words from muted_words where member_id = $1',
      values: [memberId],
    })
    return { memberId, version: 0, words: [], ...rows[0] }
  },

  /** A tombstone gets none, because an erasure is final. */
  async keepFormerUsername({ username, memberId, keptUntil }) {
    await db.query(
      `insert into member_former_usernames (username, member_id, kept_until)
       select $1, $2, $3 where not exists (select 1 from members where id = $2 and state = 'erased')
       on conflict (username) do update set member_id = excluded.member_id, kept_until = excluded.kept_until`,
      [username, memberId, keptUntil],
    )
  },

  async findPrivacyExceptions(ids) {
    if (ids.length < 2) return []
    type Row = Pick<PrivacyExceptionsTable, 'from_id' | 'to_id'> & Pick<MadePrivacyException, 'exception'>
    const { rows } = await db.query<Row>({
      name: 'find-privacy-exceptions',
      text: `select from_id, to_id, exception from privacy_exceptions
             where from_id = any($1::uuid[]) and to_id = any($1::uuid[]) and active`,
      values: [ids],
    })
    return rows.map(({ from_id: from, to_id: to, exception }) => ({ from, to, exception }))
  },

  async beginSnapshotRound(id) {
    await db.query('insert into member_rounds (id) values ($1) on conflict do nothing', [id])
  },

  async endSnapshotRound(id, owner) {
    await endPostgresRound(db, id, owner)
    await deleteStalePostgresRows(db, owner)
  },

  async deleteExpired(retention) {
    const results = []
    for (const owner of MEMBER_DATA_OWNERS) results.push(await deleteStalePostgresRows(db, owner))
    results.push(await deleteExpiredPostgresRows(db, retention))
    return results.includes(true)
  },

  async listFollowing(id, limit) {
    const { rows } = await db.query<Pick<FollowsTable, 'to_id'>>(
      'select to_id from follows where from_id = $1 and active order by at desc, to_id desc limit $2',
      [id, limit],
    )
    return rows.map(({ to_id }) => to_id)
  },

  async countFollowing(id) {
    const { rows } = await db.query<{ count: number }>(
      'select count(*)::int as count from follows where from_id = $1 and active',
      [id],
    )
    return rows[0]?.count ?? 0
  },

  async findFollowed(viewer, ids) {
    if (!viewer || ids.length === 0) return new Set()
    const { rows } = await db.query<Pick<FollowsTable, 'to_id'>>(
      'select to_id from follows where from_id = $1 and to_id = any($2::uuid[]) and active',
      [viewer, ids],
    )
    return new Set(rows.map(({ to_id }) => to_id))
  },
})

/** Keeps the newest of several actors with the same id. Skips members that are up to date, because a row lock is a write. */
const UPSERT_ACTORS = `
  insert into members as known
    (id, username, full_name, avatar, is_verified, state, account_version, profile_version, heard)
  select distinct on (id) id, username, full_name, avatar, false, 'active', 0, actor.profile_version, ${CURRENT_ROUND}
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::integer[]) with ordinality
    as actor (id, username, full_name, avatar, profile_version, position)
  where not exists (
    select 1 from members m
    where m.id = actor.id and (m.profile_version >= actor.profile_version or m.state = 'erased'))
  order by id, actor.profile_version desc, position
  on conflict (id) do update set
    username = excluded.username, full_name = excluded.full_name, avatar = excluded.avatar,
    profile_version = excluded.profile_version
  where known.profile_version < excluded.profile_version and known.state <> 'erased'`

async function upsertActors(db: Queryable, actors: readonly Actor[]): Promise<void> {
  const values = [
    actors.map(({ _id }) => _id),
    actors.map(({ username }) => username),
    actors.map(({ fullName }) => fullName),
    actors.map(({ avatar }) => avatar),
    actors.map(({ profileVersion }) => profileVersion),
  ].map(toArrayParameter)
  await db.query({ name: 'upsert-actors', text: UPSERT_ACTORS, values })
}

/** Replaces the row by a tombstone. */
async function eraseMember(db: Queryable, id: string, accountVersion: number): Promise<void> {
  await db.query('delete from member_former_usernames where member_id = $1', [id])
  await db.query('delete from muted_words where member_id = $1', [id])
  await db.query(
    `insert into members as known
       (id, username, full_name, avatar, is_verified, state, account_version, profile_version, erased_at)
     values ($1, '', '', '', false, 'erased', $2, 0, now())
     on conflict (id) do update set
       username = '', full_name = '', avatar = '', is_verified = false, is_private = false,
       contact_privacy = '{}', email_verified = null, state = 'erased',
       account_version = greatest(known.account_version, excluded.account_version),
       erased_at = coalesce(known.erased_at, excluded.erased_at)`,
    [id, accountVersion],
  )
}
