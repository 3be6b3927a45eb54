import type { Actor } from '@meadow/contracts'
import type {
  AccountChange,
  EdgeChange,
  Member,
  MuteChange,
  PrivacyChange,
  PrivacyExceptionChange,
  ProfileChange,
} from '../src/index.ts'

/** A row of the read model; `round` is the snapshot round in which it was stored, or last confirmed by the service that owns it. */
type Confirmed<Row> = Row & { round: number }

/** The whole content of a read model. The keys of follows, blocks, mutes and privacy exceptions are those of `toEdgeKey`. */
export type MemberData = {
  members: ReadonlyMap<string, Confirmed<Member>>
  follows: ReadonlyMap<string, Confirmed<EdgeChange>>
  blocks: ReadonlyMap<string, Confirmed<EdgeChange>>
  mutes: ReadonlyMap<string, Confirmed<MuteChange>>
  privacy_exceptions: ReadonlyMap<string, Confirmed<PrivacyExceptionChange>>
  /** The number of the newest snapshot round; 0 before the first. */
  round: number
  /** The newest round that each owner has ended. */
  endedRounds: { auth: number; social: number }
}

/** A write of the read model. */
export type MemberChange =
  | { kind: 'actors'; actors: readonly Actor[] }
  | { kind: 'account'; account: AccountChange }
  | { kind: 'verifiedEmail'; of: { _id: string } }
  | { kind: 'profile'; profile: ProfileChange }
  | { kind: 'privacy'; privacy: PrivacyChange }
  | { kind: 'follows' | 'blocks'; edge: EdgeChange }
  | { kind: 'mutes'; edge: MuteChange }
  | { kind: 'privacy_exceptions'; edge: PrivacyExceptionChange }
  | { kind: 'beginRound' }
  | { kind: 'endRound'; owner: 'auth' | 'social' }

export const NO_MEMBER_DATA: MemberData = {
  members: new Map(),
  follows: new Map(),
  blocks: new Map(),
  mutes: new Map(),
  privacy_exceptions: new Map(),
  round: 0,
  endedRounds: { auth: 0, social: 0 },
}

const toEdgeKey = ({ from, to }: EdgeChange): string => `${from} ${to}`

const toUnknownMember = (_id: string, round: number): Confirmed<Member> => ({
  _id,
  username: '',
  fullName: '',
  avatar: '',
  isVerified: false,
  state: 'active',
  createdAt: undefined,
  isEmailVerified: undefined,
  accountVersion: 0,
  profileVersion: 0,
  isPrivate: false,
  contactPrivacy: {},
  privacyVersion: 0,
  round,
})

/** An actor is stored if the member is unknown, or has an older profile. The badge stays: actors have none. */
function applyActor(stored: Confirmed<Member> | undefined, actor: Actor, round: number): Confirmed<Member> {
  if (!stored) return { ...toUnknownMember(actor._id, round), ...actor }
  return stored.state === 'erased' || stored.profileVersion >= actor.profileVersion ? stored : { ...stored, ...actor }
}

/**
 * The newest version decides the state, but an erasure is final. Data of the registration fills empty fields, even if it
 * arrives late. Every change confirms the member, because auth owns members; tombstones need no confirmation.
 */
function applyAccount(
  stored: Confirmed<Member> | undefined,
  { _id, accountVersion, state, username = '', fullName = '', createdAt, isEmailVerified }: AccountChange,
  round: number,
): Confirmed<Member> {
  const member = stored ?? toUnknownMember(_id, round)
  const newestVersion = Math.max(member.accountVersion, accountVersion)
  if (state === 'erased' || member.state === 'erased') {
    const { createdAt: registeredAt, profileVersion, privacyVersion } = member
    const tombstone = { ...toUnknownMember(_id, member.round), createdAt: registeredAt, profileVersion, privacyVersion }
    return state === 'erased' ? { ...tombstone, state, accountVersion: newestVersion } : member
  }
  return {
    ...member,
    username: member.username || username,
    fullName: member.fullName || fullName,
    createdAt: member.createdAt ?? createdAt,
    isEmailVerified: member.isEmailVerified || (isEmailVerified ?? member.isEmailVerified),
    state: !stored || stored.accountVersion < accountVersion ? state : stored.state,
    accountVersion: newestVersion,
    round,
  }
}

/** A verified address stays verified. */
function applyVerifiedEmail(stored: Confirmed<Member> | undefined, _id: string, round: number): Confirmed<Member> {
  const member = stored ?? toUnknownMember(_id, round)
  return member.state === 'erased' ? member : { ...member, isEmailVerified: true }
}

/** The newest version of a profile is stored. The same version is applied again, because an actor may have brought it. */
function applyProfile(stored: Confirmed<Member> | undefined, profile: ProfileChange, round: number): Confirmed<Member> {
  if (!stored) return { ...toUnknownMember(profile._id, round), ...profile }
  return stored.state === 'erased' || stored.profileVersion > profile.profileVersion
    ? stored
    : { ...stored, ...profile }
}

/** The newest version of the privacy settings is stored. */
function applyPrivacy(stored: Confirmed<Member> | undefined, privacy: PrivacyChange, round: number): Confirmed<Member> {
  const member = stored ?? toUnknownMember(privacy._id, round)
  const isNewer = member.state !== 'erased' && (!stored || member.privacyVersion < privacy.privacyVersion)
  return isNewer ? { ...member, ...privacy } : member
}

/** The newest version of an edge is stored. The same or an older version only confirms it. */
const applyEdge = <Edge extends EdgeChange>(
  stored: Confirmed<Edge> | undefined,
  edge: Edge,
  round: number,
): Confirmed<Edge> => ({ ...(stored && stored.version >= edge.version ? stored : edge), round })

/** Removes the rows that their owners did not confirm in the newest round that they ended. Tombstones stay. */
function removeStale(data: MemberData): MemberData {
  const { auth, social } = data.endedRounds
  const keep = <Row>(rows: ReadonlyMap<string, Row>, isKept: (row: Row) => boolean) =>
    new Map([...rows].filter(([, row]) => isKept(row)))
  return {
    ...data,
    members: keep(data.members, ({ round, state }) => round >= auth || state === 'erased'),
    follows: keep(data.follows, ({ round }) => round >= social),
    blocks: keep(data.blocks, ({ round }) => round >= social),
    mutes: keep(data.mutes, ({ round }) => round >= social),
    privacy_exceptions: keep(data.privacy_exceptions, ({ round }) => round >= social),
  }
}

/**
 * Returns the content of a read model after a change: the rule that the statements of PostgreSQL and MongoDB implement, each
 * in one atomic step. `endRound` ends the newest round.
 */
export function applyMemberChange(data: MemberData, change: MemberChange): MemberData {
  const { members, round } = data
  const withMember = (member: Confirmed<Member>) => ({ ...data, members: new Map(members).set(member._id, member) })
  switch (change.kind) {
    case 'actors': {
      const changed = new Map(members)
      for (const actor of change.actors) changed.set(actor._id, applyActor(changed.get(actor._id), actor, round))
      return { ...data, members: changed }
    }
    case 'account':
      return withMember(applyAccount(members.get(change.account._id), change.account, round))
    case 'verifiedEmail':
      return withMember(applyVerifiedEmail(members.get(change.of._id), change.of._id, round))
    case 'profile':
      return withMember(applyProfile(members.get(change.profile._id), change.profile, round))
    case 'privacy':
      return withMember(applyPrivacy(members.get(change.privacy._id), change.privacy, round))
    case 'follows':
    case 'blocks': {
      const [edges, key] = [data[change.kind], toEdgeKey(change.edge)]
      return { ...data, [change.kind]: new Map(edges).set(key, applyEdge(edges.get(key), change.edge, round)) }
    }
    case 'mutes': {
      const key = toEdgeKey(change.edge)
      return { ...data, mutes: new Map(data.mutes).set(key, applyEdge(data.mutes.get(key), change.edge, round)) }
    }
    case 'privacy_exceptions': {
      const [edges, key] = [data.privacy_exceptions, toEdgeKey(change.edge)]
      return { ...data, privacy_exceptions: new Map(edges).set(key, applyEdge(edges.get(key), change.edge, round)) }
    }
    case 'beginRound':
      return { ...data, round: round + 1 }
    case 'endRound':
      return removeStale({ ...data, endedRounds: { ...data.endedRounds, [change.owner]: round } })
  }
}
