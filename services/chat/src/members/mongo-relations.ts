import { edgeId, edgesOf } from '@meadow/members'
import type { Collection, Mongo } from '@meadow/storage'
import type { Relations } from './relations.ts'

/** How blocks are looked for here, beside the indexes of the read model. */
export const blockCollection: Collection = {
  name: 'blocks',
  indexes: [{ name: 'between', key: { from: 1, to: 1 }, partialFilterExpression: { active: true } }],
}

/** Relations out of the read model of members. */
export const mongoRelations = (mongo: Mongo): Relations => ({
  async followers(of, members) {
    if (members.length === 0) return []
    const asked = { _id: { $in: members.map((id) => edgeId(id, of)) }, active: true }
    const edges = await edgesOf(mongo, 'follows')
      .find(asked, { ...mongo.within, hint: '_id_', projection: { from: 1 } })
      .toArray()
    const followers = edges.map(({ from }) => from)
    const blocked = await readBlocked(mongo, [of], followers)
    const across = blocked.get(of)
    return followers.filter((id) => !across?.has(id))
  },

  blocked: (members, others) => readBlocked(mongo, members, others),
})

async function readBlocked(
  mongo: Mongo,
  members: readonly string[],
  others: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (members.length === 0 || others.length === 0) return new Map()
  const between = (from: readonly string[], to: readonly string[]) =>
    edgesOf(mongo, 'blocks')
      .find(
        { from: { $in: [...from] }, to: { $in: [...to] }, active: true },
        { ...mongo.within, hint: 'between', projection: { _id: 0, from: 1, to: 1 } },
      )
      .toArray()
  const set = await between(members, others)
  const met = await between(others, members)
  const pairs = [
    ...set.map(({ from: member, to: other }) => ({ member, other })),
    ...met.map(({ to: member, from: other }) => ({ member, other })),
  ]
  const blocked = Map.groupBy(pairs, ({ member }) => member)
  return new Map([...blocked].map(([member, all]) => [member, new Set(all.map(({ other }) => other))]))
}
