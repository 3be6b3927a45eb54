import type { Actor } from '@meadow/contracts'
import type { MongoDatabase } from '@meadow/storage'
import type {
  EdgeChange,
  EdgeKind,
  Member,
  MemberReadModel,
  MuteChange,
  PrivacyExceptionChange,
} from './member-read-model.ts'
import { MEMBER_DATA_OWNERS } from './member-snapshot.ts'
import {
  getEdgeCollection,
  getFormerUsernameCollection,
  getMemberCollection,
  getMutedWordCollection,
  getPrivacyExceptionCollection,
  getSnapshotRoundCollection,
  type MongoMember,
  toEdgeId,
} from './mongo-collections.ts'
import { deleteExpiredMongoRows, deleteStaleMongoRows, endMongoRound } from './mongo-member-cleanup.ts'
import {
  toAccountUpdate,
  toActorUpdate,
  toPrivacyUpdate,
  toProfileUpdate,
  toVerifiedEmailUpdate,
} from './mongo-member-updates.ts'

const toMember = ({ heard, erasedAt, createdAt, ...row }: MongoMember): Member => ({
  ...row,
  isPrivate: row.isPrivate ?? false,
  contactPrivacy: row.contactPrivacy ?? {},
  privacyVersion: row.privacyVersion ?? 0,
  createdAt: createdAt ?? undefined,
  isEmailVerified: row.isEmailVerified,
})

/** Returns the number of the current snapshot round; 0 before the first. */
async function getCurrentRound(mongo: MongoDatabase): Promise<number> {
  const [newest] = await getSnapshotRoundCollection(mongo)
    .find({}, mongo.operationOptions)
    .sort({ number: -1 })
    .limit(1)
    .toArray()
  return newest?.number ?? 0
}

/** Stores an edge if it is newer. An older edge only updates `heard`. */
const setEdge =
  (kind: EdgeKind, mongo: MongoDatabase) => async (edge: EdgeChange | MuteChange | PrivacyExceptionChange) => {
    const { from, to, version, active, at } = edge
    const known = { $ifNull: ['$version', -1] }
    const newer = (value: unknown, field: string) => ({ $cond: [{ $lt: [known, version] }, value, `$${field}`] })
    const change = {
      from,
      to,
      version: { $max: [known, version] },
      active: newer(active, 'active'),
      at: newer(at, 'at'),
      ...('until' in edge && { until: newer(edge.until, 'until') }),
      ...('exception' in edge && { exception: newer({ $literal: edge.exception }, 'exception') }),
      heard: await getCurrentRound(mongo),
    }
    await getEdgeCollection(mongo, kind).updateOne({ _id: toEdgeId(from, to) }, [{ $set: change }], {
      ...mongo.operationOptions,
      upsert: true,
    })
  }

/** Creates the read model on the collections of `memberCollections`. `mongo` may be the transaction of a consumer. */
export const createMongoMemberReadModel = (mongo: MongoDatabase): MemberReadModel => {
  const { operationOptions: within } = mongo
  const [members, follows] = [getMemberCollection(mongo), getEdgeCollection(mongo, 'follows')]
  const upsert = { ...within, upsert: true }
  return {
    async find(ids) {
      if (ids.length === 0) return new Map()
      const rows = await members.find({ _id: { $in: [...ids] } }, within).toArray()
      return new Map(rows.map((row) => [row._id, toMember(row)]))
    },

    async findByUsername(username) {
      const filter = { username: username.toLowerCase(), state: { $ne: 'erased' as const } }
      const [row] = await members.find(filter, within).sort({ _id: 1 }).limit(1).toArray()
      return row && toMember(row)
    },

    upsertActor: (actor) => upsertActors(mongo, [actor]),
    upsertActors: (actors) => upsertActors(mongo, actors),

    async applyAccount(change) {
      const { _id, accountVersion, state } = change
      if (state === 'erased') return eraseMember(mongo, _id, accountVersion)
      await members.updateOne({ _id }, toAccountUpdate(change, await getCurrentRound(mongo)), upsert)
    },
    async applyVerifiedEmail(id) {
      await members.updateOne({ _id: id }, toVerifiedEmailUpdate(await getCurrentRound(mongo)), upsert)
    },
    async applyProfile(change) {
      await members.updateOne({ _id: change._id }, toProfileUpdate(change, await getCurrentRound(mongo)), upsert)
    },
    async applyPrivacy(change) {
      await members.updateOne({ _id: change._id }, toPrivacyUpdate(change, await getCurrentRound(mongo)), upsert)
    },

    setFollow: setEdge('follows', mongo),
    setBlock: setEdge('blocks', mongo),
    setMute: setEdge('mutes', mongo),
    setPrivacyException: setEdge('privacy_exceptions', mongo),

    /** A tombstone gets none, because an erasure is final. */
    async applyMutedWords({ memberId, version, words }) {
      const erased = await members.findOne({ _id: memberId, state: 'erased' }, { ...within, projection: { _id: 1 } })
      if (erased) return
      const isNewer = { $lt: [{ $ifNull: ['$version', 0] }, version] }
      const change = {
        version: { $max: ['$version', version] },
        words: { $cond: [isNewer, { $literal: words }, '$words'] },
      }
      await getMutedWordCollection(mongo).updateOne({ _id: memberId }, [{ $set: change }], upsert)
    },

    async findMutedWords(memberId) {
      const found = await getMutedWordCollection(mongo).findOne({ _id: memberId }, within)
      return { memberId, version: found?.version ?? 0, words: found?.words ?? [] }
    },

    async keepFormerUsername({ username, memberId, keptUntil }) {
      const erased = await members.findOne({ _id: memberId, state: 'erased' }, { ...within, projection: { _id: 1 } })
      if (erased) return
      const change = { $set: { memberId, keptUntil } }
      await getFormerUsernameCollection(mongo).updateOne({ _id: username }, change, upsert)
    },

    async findPrivacyExceptions(ids) {
      if (ids.length < 2) return []
      const filter = { from: { $in: [...ids] }, to: { $in: [...ids] }, active: true }
      const found = await getPrivacyExceptionCollection(mongo)
        .find(filter, { ...within, hint: 'by_member' })
        .toArray()
      return found.map(({ from, to, exception }) => ({ from, to, exception }))
    },

    async beginSnapshotRound(id) {
      const number = (await getCurrentRound(mongo)) + 1
      const round = { number, begunAt: new Date() }
      await getSnapshotRoundCollection(mongo).updateOne({ _id: id }, { $setOnInsert: round }, upsert)
    },

    async endSnapshotRound(id, owner) {
      await endMongoRound(mongo, id, owner)
      await deleteStaleMongoRows(mongo, owner)
    },

    async deleteExpired(retention) {
      const results = []
      for (const owner of MEMBER_DATA_OWNERS) results.push(await deleteStaleMongoRows(mongo, owner))
      results.push(await deleteExpiredMongoRows(mongo, retention))
      return results.includes(true)
    },

    async listFollowing(id, limit) {
      const newest = follows.find({ from: id, active: true }, { ...within, projection: { to: 1 } })
      const edges = await newest.sort({ at: -1, to: -1 }).limit(limit).toArray()
      return edges.map(({ to }) => to)
    },

    countFollowing: (id) => follows.countDocuments({ from: id, active: true }, within),

    async findFollowed(viewer, ids) {
      if (!viewer || ids.length === 0) return new Set()
      const filter = { _id: { $in: ids.map((id) => toEdgeId(viewer, id)) } }
      const edges = await follows.find(filter, { ...within, projection: { to: 1, active: 1 } }).toArray()
      return new Set(edges.filter(({ active }) => active).map(({ to }) => to))
    },
  }
}

/** Keeps the newest of several actors with the same id. Skips members that are up to date. */
async function upsertActors(mongo: MongoDatabase, actors: readonly Actor[]): Promise<void> {
  const newestActors = new Map<string, Actor>()
  for (const actor of actors) {
    const newest = newestActors.get(actor._id)
    if (!newest || newest.profileVersion < actor.profileVersion) newestActors.set(actor._id, actor)
  }
  const options = { ...mongo.operationOptions, projection: { profileVersion: 1, state: 1 } }
  for (const known of await getMemberCollection(mongo)
    .find({ _id: { $in: [...newestActors.keys()] } }, options)
    .toArray()) {
    const { profileVersion = 0 } = newestActors.get(known._id) ?? {}
    if (known.profileVersion >= profileVersion || known.state === 'erased') newestActors.delete(known._id)
  }
  if (newestActors.size === 0) return
  const round = await getCurrentRound(mongo)
  const sorted = [...newestActors.values()].toSorted((one, other) => (one._id < other._id ? -1 : 1)) // the same lock order in every transaction avoids write conflicts
  const changes = sorted.map((actor) => ({
    updateOne: { filter: { _id: actor._id }, update: toActorUpdate(actor, round), upsert: true },
  }))
  await getMemberCollection(mongo).bulkWrite(changes, mongo.operationOptions)
}

/** Later than every snapshot round: tombstones are never removed. */
const LAST_ROUND = 2 ** 31 - 1

/** Replaces the document by a tombstone. */
async function eraseMember(mongo: MongoDatabase, _id: string, accountVersion: number): Promise<void> {
  const tombstone = {
    username: '',
    fullName: '',
    avatar: '',
    isVerified: false,
    isPrivate: false,
    contactPrivacy: {},
    state: 'erased' as const,
    heard: LAST_ROUND,
  }
  const change = {
    $set: tombstone,
    $unset: { isEmailVerified: '' as const },
    $max: { accountVersion },
    $min: { erasedAt: new Date() },
    $setOnInsert: { createdAt: null, profileVersion: 0 },
  }
  await getMemberCollection(mongo).updateOne({ _id }, change, { ...mongo.operationOptions, upsert: true })
  await getFormerUsernameCollection(mongo).deleteMany({ memberId: _id }, mongo.operationOptions)
  await getMutedWordCollection(mongo).deleteOne({ _id }, mongo.operationOptions)
}
