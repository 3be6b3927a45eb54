import type { Collection, Mongo } from '@meadow/storage'
import type { Member } from './members.ts'

/** `heard` is the round of telling in which something was heard last. */
export type MemberRow = Omit<Member, 'createdAt'> & { createdAt: Date | null; heard: number }

/** A removed edge stays with its date, so that an old event never revives it. `_id` is both ends. */
export type Edge = { _id: string; from: string; to: string; version: number; active: boolean; at: Date; heard: number }

/** A time in which the owners tell all again. */
export type Round = { _id: string; number: number }

export const edgeId = (from: string, to: string): string => `${from} ${to}`

export const membersOf = ({ db }: Mongo) => db.collection<MemberRow>('members')
export const edgesOf = ({ db }: Mongo, kind: 'follows' | 'blocks') => db.collection<Edge>(kind)
export const roundsOf = ({ db }: Mongo) => db.collection<Round>('member_rounds')

const byHeard = { name: 'by_heard', key: { heard: 1 } } as const
const isActive = { partialFilterExpression: { active: true } }

/** What `mongoMembers` keeps in the database of a service. */
export const memberCollections: Collection[] = [
  { name: 'members', indexes: [{ name: 'by_username', key: { username: 1, _id: 1 } }, byHeard] },
  {
    name: 'follows',
    indexes: [
      { name: 'newest', key: { from: 1, at: -1, to: -1 }, ...isActive },
      { name: 'of', key: { to: 1, from: 1 }, ...isActive },
      byHeard,
    ],
  },
  { name: 'blocks', indexes: [byHeard] },
  { name: 'member_rounds', indexes: [{ name: 'by_number', key: { number: -1 } }] },
]
