import type { Actor } from '@meadow/contracts'
import type { Mongo } from '@meadow/storage'
import type { EdgeChange, Member, Members } from './members.ts'
import { edgeId, edgesOf, type MemberRow, membersOf, roundsOf } from './mongo-collections.ts'
import { accountChange, actorChange, profileChange } from './mongo-member-changes.ts'

const toMember = ({ heard, createdAt, ...row }: MemberRow): Member => ({ ...row, createdAt: createdAt ?? undefined })

/** The round of telling in which something is heard. */
async function currentRound(mongo: Mongo): Promise<number> {
  const [newest] = await roundsOf(mongo).find({}, mongo.within).sort({ number: -1 }).limit(1).toArray()
  return newest?.number ?? 0
}

/** An edge that is not newer is only heard again. */
const setEdge = (kind: 'follows' | 'blocks', mongo: Mongo) => async (edge: EdgeChange) => {
  const { from, to, version, active, at } = edge
  const known = { $ifNull: ['$version', -1] }
  const newer = (value: unknown, field: string) => ({ $cond: [{ $lt: [known, version] }, value, `$${field}`] })
  const change = {
    ...{ from, to, version: { $max: [known, version] } },
    ...{ active: newer(active, 'active'), at: newer(at, 'at'), heard: await currentRound(mongo) },
  }
  await edgesOf(mongo, kind).updateOne({ _id: edgeId(from, to) }, [{ $set: change }], { ...mongo.within, upsert: true })
}

/** The read model in the collections of `memberCollections`; `mongo` may be the transaction of a consumer. */
export const mongoMembers = (mongo: Mongo): Members => {
  const { within } = mongo
  const [members, follows] = [membersOf(mongo), edgesOf(mongo, 'follows')]
  const upsert = { ...within, upsert: true }
  return {
    async find(ids) {
      if (ids.length === 0) return new Map()
      const rows = await members.find({ _id: { $in: [...ids] } }, within).toArray()
      return new Map(rows.map((row) => [row._id, toMember(row)]))
    },

    async findByUsername(username) {
      const asked = { username: username.toLowerCase(), state: { $ne: 'erased' as const } }
      const [row] = await members.find(asked, within).sort({ _id: 1 }).limit(1).toArray()
      return row && toMember(row)
    },

    noteActor: (actor) => noteActors(mongo, [actor]),
    noteActors: (actors) => noteActors(mongo, actors),

    async applyAccount(change) {
      const { _id, accountVersion, state } = change
      if (state === 'erased') return erase(mongo, _id, accountVersion)
      await members.updateOne({ _id }, accountChange(change, await currentRound(mongo)), upsert)
    },
    async applyProfile(change) {
      await members.updateOne({ _id: change._id }, profileChange(change, await currentRound(mongo)), upsert)
    },

    setFollow: setEdge('follows', mongo),
    setBlock: setEdge('blocks', mongo),

    async beginRound(id) {
      const number = (await currentRound(mongo)) + 1
      await roundsOf(mongo).updateOne({ _id: id }, { $setOnInsert: { number } }, upsert)
    },

    async endRound(id, owner) {
      const round = await roundsOf(mongo).findOne({ _id: id }, within)
      if (!round) return
      const heard = { $lt: round.number }
      if (owner === 'auth') await members.deleteMany({ heard }, within)
      else for (const kind of ['follows', 'blocks'] as const) await edgesOf(mongo, kind).deleteMany({ heard }, within)
    },

    async following(id, limit) {
      const newest = follows.find({ from: id, active: true }, { ...within, projection: { to: 1 } })
      const edges = await newest.sort({ at: -1, to: -1 }).limit(limit).toArray()
      return edges.map(({ to }) => to)
    },

    followingCount: (id) => follows.countDocuments({ from: id, active: true }, within),

    async whichFollowed(viewer, ids) {
      if (!viewer || ids.length === 0) return new Set()
      const asked = { _id: { $in: ids.map((id) => edgeId(viewer, id)) } }
      const edges = await follows.find(asked, { ...within, projection: { to: 1, active: 1 } }).toArray()
      return new Set(edges.filter(({ active }) => active).map(({ to }) => to))
    },
  }
}

/** Of one who comes twice the newest counts. Who is known as well already is left alone: most are. */
async function noteActors(mongo: Mongo, actors: readonly Actor[]): Promise<void> {
  const told = new Map<string, Actor>()
  for (const actor of actors) {
    const newest = told.get(actor._id)
    if (!newest || newest.profileVersion < actor.profileVersion) told.set(actor._id, actor)
  }
  const asked = { ...mongo.within, projection: { profileVersion: 1, state: 1 } }
  for (const known of await membersOf(mongo)
    .find({ _id: { $in: [...told.keys()] } }, asked)
    .toArray()) {
    const { profileVersion = 0 } = told.get(known._id) ?? {}
    if (known.profileVersion >= profileVersion || known.state === 'erased') told.delete(known._id)
  }
  if (told.size === 0) return
  const heard = await currentRound(mongo)
  const inOrder = [...told.values()].toSorted((one, other) => (one._id < other._id ? -1 : 1)) // two who note the same do not cross
  const changes = inOrder.map((actor) => ({
    updateOne: { filter: { _id: actor._id }, update: actorChange(actor, heard), upsert: true },
  }))
  await membersOf(mongo).bulkWrite(changes, mongo.within)
}

/** No round ends it. */
const FOR_EVER = 2 ** 31 - 1

/** What remains is the tombstone. */
async function erase(mongo: Mongo, _id: string, accountVersion: number): Promise<void> {
  const nobody = {
    username: '',
    fullName: '',
    avatar: '',
    isVerified: false,
    state: 'erased' as const,
    heard: FOR_EVER,
  }
  const change = {
    ...{ $set: nobody, $max: { accountVersion } },
    $setOnInsert: { createdAt: null, profileVersion: 0 },
  }
  await membersOf(mongo).updateOne({ _id }, change, { ...mongo.within, upsert: true })
}
