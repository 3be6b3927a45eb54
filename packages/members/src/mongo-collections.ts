import type { MongoCollection, MongoDatabase } from '@meadow/storage'
import type { Member } from './member-read-model.ts'

/** A member's document. `heard` is the number of the snapshot round in which it was last written. */
export type MongoMember = Omit<Member, 'createdAt'> & { createdAt: Date | null; heard: number }

/** A follow or block. A removed edge remains with its version, so that an old event cannot restore it. `_id` contains both ids. */
export type MongoEdge = {
  _id: string
  from: string
  to: string
  version: number
  active: boolean
  at: Date
  heard: number
}

/** A round in which auth and social republish their state. */
export type MongoSnapshotRound = { _id: string; number: number }

export const toEdgeId = (from: string, to: string): string => `${from} ${to}`

export const getMemberCollection = ({ db }: MongoDatabase) => db.collection<MongoMember>('members')
export const getEdgeCollection = ({ db }: MongoDatabase, kind: 'follows' | 'blocks') => db.collection<MongoEdge>(kind)
export const getSnapshotRoundCollection = ({ db }: MongoDatabase) => db.collection<MongoSnapshotRound>('member_rounds')

const heardIndex = { name: 'by_heard', key: { heard: 1 } } as const
const activeOnly = { partialFilterExpression: { active: true } }

/** Collections and indexes of the read model in the database of a service. */
export const memberCollections: MongoCollection[] = [
  { name: 'members', indexes: [{ name: 'by_username', key: { username: 1, _id: 1 } }, heardIndex] },
  {
    name: 'follows',
    indexes: [
      { name: 'newest', key: { from: 1, at: -1, to: -1 }, ...activeOnly },
      { name: 'of', key: { to: 1, from: 1 }, ...activeOnly },
      heardIndex,
    ],
  },
  { name: 'blocks', indexes: [heardIndex] },
  { name: 'member_rounds', indexes: [{ name: 'by_number', key: { number: -1 } }] },
]
