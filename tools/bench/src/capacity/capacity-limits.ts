import { TOPICS } from '@meadow/contracts'
import { type CapacityModel, type CapacityPlan, planCapacity } from './capacity-plan.ts'
import type { Deployment } from './usage.ts'

/** Something that a larger installation outgrows. */
export type CapacityLimit = {
  name: string
  /** Returns the load as a share of what the installation can bear: above 1 it breaks. */
  getLoad(plan: CapacityPlan, deployment: Deployment): number
  /** The failure beyond the limit, and the change that it needs: Markdown, with links from docs/. */
  change: string
}

/** The numbers of members between which limits are searched. */
const MIN_MEMBERS = 100
const MAX_MEMBERS = 10e9
const SEARCH_STEP = 1.1
const SEARCH_PRECISION = 1.001

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

export const CAPACITY_LIMITS: readonly CapacityLimit[] = [
  {
    name: 'one process of each service',
    getLoad: ({ cores }, { utilization }) => Math.max(...Object.values(cores)) / utilization,
    change:
      'More instances of the busiest service. They need no other change ([stack](../tools/stack/README.md#several-instances))',
  },
  {
    name: '`max_connections` of one PostgreSQL',
    getLoad: ({ connections }, { maxConnections }) => connections / maxConnections,
    change:
      'A PostgreSQL for each service (`POSTS_STORE_URL`, …), the bus and the shared state on their own, or a higher `max_connections`',
  },
  {
    name: 'one reader of each topic on the bus in PostgreSQL',
    getLoad: ({ consumerCores }, { utilization }) =>
      Math.max(...TOPICS.map((topic) => consumerCores[topic])) / utilization,
    change:
      '`BUS_URL=kafka://…`: partitions of `posts`, `messages` and `notifications` share the work ([ADR 4](adr/0004-the-postgresql-bus-has-one-reader-per-group.md), [ADR 14](adr/0014-kafkajs-behind-the-bus-port.md))',
  },
  {
    name: 'one PostgreSQL for everything',
    getLoad: ({ databaseCores }, { databaseCores: cores, utilization }) =>
      sumOf(Object.values(databaseCores)) / (cores * utilization),
    change:
      'A PostgreSQL for each service. `STATE_URL=redis://…` and `MEDIA_URL=s3://…` take the rest off it ([ADR 19](adr/0019-one-postgresql-can-replace-every-engine.md))',
  },
  {
    name: 'a server for the posts, and one for the conversations',
    getLoad: ({ databaseCores }, { databaseCores: cores, utilization }) =>
      Math.max(databaseCores.posts, databaseCores.chat) / (cores * utilization),
    change:
      '`POSTS_STORE_URL=mongodb://…`, `CHAT_STORE_URL=mongodb://…`, sharded ([ADR 17](adr/0017-stores-in-mongodb.md)). Not shown: the adapters have never run on a sharded cluster',
  },
  {
    name: 'a server for each of auth, social and notify',
    getLoad: ({ databaseCores }, { databaseCores: cores, utilization }) =>
      Math.max(databaseCores.auth, databaseCores.social, databaseCores.notify) / (cores * utilization),
    change:
      'Not solved: these stores exist for PostgreSQL only. notify can be divided by member; the graph of social cannot without a new design',
  },
  {
    name: 'one instance of each service handles the events of `members`',
    getLoad: ({ consumerCores }, { utilization }) => consumerCores.members / utilization,
    change:
      'Not solved: the topic has one partition, on Kafka as well, because snapshots need one order ([ADR 14](adr/0014-kafkajs-behind-the-bus-port.md)). Larger batches come first: they cost a fraction of the measured single events ([benchmarks](benchmarks.md#events))',
  },
  {
    name: 'each instance of chat gets the events of all others',
    getLoad: ({ peerEventCores }, { utilization }) => peerEventCores / utilization,
    change:
      'Solved for members, whose pushes go to the instances of their sockets ([ADR 46](adr/0046-pushes-go-to-the-instances-of-the-sockets.md)). Not solved for posts: beyond this, more instances of chat do not help. Channels for each post, which only instances with such sockets subscribe, or chat divided into groups of instances',
  },
  {
    name: 'the data of a year on one database server',
    getLoad: ({ storedBytes }, { databaseBytes }) => storedBytes / databaseBytes,
    change:
      'A PostgreSQL for each service, then MongoDB for posts and conversations. The read models of members and follows exist in all five services',
  },
]

/** Returns the smallest number of members at which a limit is reached; undefined if it is not below `MAX_MEMBERS`. */
export function findMembersAtLimit(model: CapacityModel, { getLoad }: CapacityLimit): number | undefined {
  const isBroken = (members: number) => getLoad(planCapacity(model, members), model.deployment) > 1
  let high = MIN_MEMBERS
  while (!isBroken(high)) {
    if (high > MAX_MEMBERS) return undefined
    high *= SEARCH_STEP
  }
  let low = high / SEARCH_STEP
  while (high / low > SEARCH_PRECISION) {
    const middle = Math.sqrt(low * high)
    if (isBroken(middle)) high = middle
    else low = middle
  }
  return low
}

/** Returns the limits in the order in which a growing installation reaches them. */
export const sortLimitsByMembers = (model: CapacityModel): { limit: CapacityLimit; members: number | undefined }[] =>
  CAPACITY_LIMITS.map((limit) => ({ limit, members: findMembersAtLimit(model, limit) })).toSorted(
    (one, other) => (one.members ?? Number.POSITIVE_INFINITY) - (other.members ?? Number.POSITIVE_INFINITY),
  )
