import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { EdgeKind, Member, MutedWordList, PrivacyExceptionChange } from './member-read-model.ts'

/**
 * A member's document. The privacy settings are missing until they have changed. `heard` is the number of the snapshot round in which it was last written; a tombstone has the time of
 * the erasure.
 */
export type MongoMember = Omit<
  Member,
  'createdAt' | 'isEmailVerified' | 'isPrivate' | 'contactPrivacy' | 'privacyVersion'
> &
  Partial<Pick<Member, 'isEmailVerified' | 'isPrivate' | 'contactPrivacy' | 'privacyVersion'>> & {
    createdAt: Date | null
    heard: number
    erasedAt?: Date
  }

/** A follow, block, mute or privacy exception. A removed edge remains with its version, so that an old event cannot restore it. `_id` contains both ids. */
export type MongoEdge = {
  _id: string
  from: string
  to: string
  version: number
  active: boolean
  at: Date
  heard: number
}

/** A mute. See `MuteChange`. */
export type MongoMute = MongoEdge & { until: Date | null }

/** A round in which auth and social republish their state, and the owners that have ended it. */
export type MongoSnapshotRound = {
  _id: string
  number: number
  begunAt?: Date
  authEnded?: boolean
  socialEnded?: boolean
}

/** A username that a member had, which is the `_id`. See `FormerUsername`. */
export type MongoFormerUsername = { _id: string; memberId: string; keptUntil: Date }

/** The words that a member, which is the `_id`, mutes. See `MutedWordList`. */
export type MongoMutedWords = Omit<MutedWordList, 'memberId'> & { _id: string }

export const toEdgeId = (from: string, to: string): string => `${from} ${to}`

export const getMemberCollection = ({ db }: MongoDatabase) => db.collection<MongoMember>('members')
export const getEdgeCollection = ({ db }: MongoDatabase, kind: EdgeKind) => db.collection<MongoEdge>(kind)
export const getMuteCollection = ({ db }: MongoDatabase) => db.collection<MongoMute>('mutes')
export const getPrivacyExceptionCollection = ({ db }: MongoDatabase) =>
  db.collection<MongoEdge & Pick<PrivacyExceptionChange, 'exception'>>('privacy_exceptions')
export const getFormerUsernameCollection = ({ db }: MongoDatabase) =>
  db.collection<MongoFormerUsername>('member_former_usernames')
export const getMutedWordCollection = ({ db }: MongoDatabase) => db.collection<MongoMutedWords>('muted_words')
export const getSnapshotRoundCollection = ({ db }: MongoDatabase) => db.collection<MongoSnapshotRound>('member_rounds')

const heardIndex = { name: 'by_heard', key: { heard: 1 } } as const
const activeOnly = { partialFilterExpression: { active: true } }
const removedIndex = { name: 'removed', key: { at: 1 }, partialFilterExpression: { active: false } } as const
const erasedIndex = { name: 'erased', key: { erasedAt: 1 }, partialFilterExpression: { state: 'erased' } } as const

/** Collections and indexes of the read model in the database of a service. */
export const memberCollections: MongoCollection[] = [
  { name: 'members', indexes: [{ name: 'by_username', key: { username: 1, _id: 1 } }, heardIndex, erasedIndex] },
  {
    name: 'follows',
    indexes: [
      { name: 'newest', key: { from: 1, at: -1, to: -1 }, ...activeOnly },
      { name: 'of', key: { to: 1, from: 1 }, ...activeOnly },
      heardIndex,
      removedIndex,
    ],
  },
  { name: 'blocks', indexes: [heardIndex, removedIndex] },
  {
    name: 'mutes',
    indexes: [
      { name: 'by_member', key: { from: 1 }, ...activeOnly },
      { name: 'by_target', key: { to: 1, from: 1 }, ...activeOnly },
      heardIndex,
      { name: 'by_until', key: { until: 1 } },
    ],
  },
  {
    name: 'privacy_exceptions',
    indexes: [
      { name: 'by_member', key: { from: 1, to: 1 }, ...activeOnly },
      { name: 'by_target', key: { to: 1 } },
      heardIndex,
      removedIndex,
    ],
  },
  {
    name: 'member_former_usernames',
    indexes: [
      { name: 'by_member', key: { memberId: 1 } },
      { name: 'by_time', key: { keptUntil: 1 } },
    ],
  },
  { name: 'member_erasures', indexes: [] },
  { name: 'refused_words', indexes: [] },
  { name: 'muted_words', indexes: [] },
  { name: 'member_rounds', indexes: [{ name: 'by_number', key: { number: -1 } }] },
]
