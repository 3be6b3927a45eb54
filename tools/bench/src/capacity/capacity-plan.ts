import { TOPICS, type Topic } from '@meadow/contracts'
import {
  DATABASES,
  type DatabaseName,
  type MeasuredCosts,
  OPERATIONS,
  type OperationCost,
  type OperationName,
  SCALABLE_PROCESSES,
  type ScalableProcess,
  SERVICES,
  type ServiceName,
} from './operation-costs.ts'
import type { Deployment, Usage } from './usage.ts'

const SECONDS_PER_DAY = 86_400
const DAYS_PER_YEAR = 365
const KIB = 1_024
/** The topics whose events chat pushes to sockets. */
const PUSHED_TOPICS = ['members', 'posts', 'notifications'] as const satisfies Topic[]
const US_PER_SECOND = 1e6

/** The input of a plan. */
export type CapacityModel = { costs: MeasuredCosts; usage: Usage; deployment: Deployment }

/** The needs of a number of members at the peak of a day. Rates are per second. */
export type CapacityPlan = {
  members: number
  requests: number
  sockets: number
  pushes: number
  /** Cores in use, without `peerEventCores`. */
  cores: Record<ScalableProcess, number>
  /** Cores that each instance of chat uses for the events of its peers. */
  peerEventCores: number
  /** Infinite for chat if the events of its peers fill every instance. */
  replicas: Record<ScalableProcess, number>
  /** Connections to PostgreSQL. If the replicas of chat are infinite, this and the memory count those it needs without peers. */
  connections: number
  databaseCores: Record<DatabaseName, number>
  transactions: number
  rows: number
  walBytes: number
  events: Record<Topic, number>
  eventBytes: number
  /** Cores of the busiest consumer of each topic, if one instance handles all of its events. */
  consumerCores: Record<Topic, number>
  /** Partitions that keep this consumer below the target utilization. */
  partitions: Record<Topic, number>
  memoryBytes: Record<ScalableProcess, number>
  bytesOut: number
  bytesIn: number
  /** Bytes of the databases after a year. */
  storedBytes: number
  mediaBytes: number
}

/** Computes what this number of members needs. */
export function planCapacity({ costs, usage, deployment }: CapacityModel, members: number): CapacityPlan {
  const activeMembers = members * usage.dailyActiveShare
  const perDay = (name: OperationName) => activeMembers * usage.actionsPerActiveDay[name]
  const atPeak = (name: OperationName) => (perDay(name) / SECONDS_PER_DAY) * usage.peakFactor
  const sum = (read: (cost: OperationCost) => number, rate: (name: OperationName) => number = atPeak) =>
    listOperations().reduce((total, name) => total + read(costs.operations[name]) * rate(name), 0)

  const onlineMembers = activeMembers * usage.onlineShareAtPeak
  const sockets = onlineMembers * usage.socketsPerOnlineMember
  const socketsPerMember = sockets / members
  const pushes =
    atPeak('post') * usage.followers * socketsPerMember +
    (atPeak('like') + atPeak('comment')) * usage.watchersPerPost +
    sum(({ events }) => events.notifications) * socketsPerMember
  const getOwnCores = (name: ScalableProcess) =>
    (sum(({ cpuUs }) => cpuUs[name]) +
      (isSocketProcess(name)
        ? pushes * costs.sockets.pushUs[name] + (sockets * costs.sockets.idleUsPerMinute[name]) / 60
        : 0)) /
    US_PER_SECOND
  const events = mapTopics((topic) => sum((cost) => cost.events[topic]))
  const peerEvents = PUSHED_TOPICS.reduce((total, topic) => total + events[topic], 0)
  const peerEventCores = (peerEvents * costs.sockets.peerEventUs) / US_PER_SECOND

  const consumerCores = mapTopics((topic) => events[topic] * (findConsumerUs(costs, topic) / US_PER_SECOND))
  const cores = mapProcesses(getOwnCores)
  const countReplicas = (name: ScalableProcess, freeCores: number) =>
    Math.max(deployment.minReplicas, Math.ceil(cores[name] / freeCores))
  const freeChatCores = deployment.utilization - peerEventCores
  const replicas = mapProcesses((name) => countReplicas(name, deployment.utilization))
  const instances = freeChatCores > 0 ? { ...replicas, chat: countReplicas('chat', freeChatCores) } : replicas
  return {
    members,
    requests: listOperations().reduce((total, name) => total + atPeak(name), 0),
    sockets,
    pushes,
    cores,
    peerEventCores,
    replicas: freeChatCores > 0 ? instances : { ...replicas, chat: Number.POSITIVE_INFINITY },
    connections: SERVICES.reduce((total, name) => total + instances[name], 0) * deployment.connectionsPerReplica,
    databaseCores: mapDatabases((name) => sum((cost) => cost.databaseCpuUs[name]) / US_PER_SECOND),
    transactions: sum(({ transactions }) => transactions),
    rows: sum(({ rows }) => DATABASES.reduce((total, name) => total + rows[name], 0)),
    walBytes: sum(({ walBytes }) => walBytes),
    events,
    eventBytes: sum(({ eventBytes }) => eventBytes),
    consumerCores,
    partitions: mapTopics((topic) => Math.max(1, Math.ceil(consumerCores[topic] / deployment.utilization))),
    memoryBytes: mapProcesses(
      (name) =>
        instances[name] * costs.memoryMib[name] * KIB * KIB +
        (isSocketProcess(name) ? sockets * costs.sockets.memoryKib[name] * KIB : 0),
    ),
    bytesOut: sum(({ bytesOut }) => bytesOut) + atPeak('pictureView') * getPictureExcess(costs, usage),
    bytesIn: sum(({ bytesIn }) => bytesIn),
    storedBytes: sum(countBytesAfterYear, perDay),
    mediaBytes: perDay('picture') * DAYS_PER_YEAR * usage.pictureBytes.stored,
  }
}

/** The operation whose events show what a consumer of the topic spends on one event, besides answering requests. */
const CONSUMER_SAMPLES: Record<Topic, { operation: OperationName; consumers: readonly ServiceName[] }> = {
  members: { operation: 'follow', consumers: ['auth', 'posts', 'notify', 'chat'] },
  posts: { operation: 'like', consumers: ['notify', 'social', 'chat'] },
  notifications: { operation: 'like', consumers: ['chat'] },
  messages: { operation: 'message', consumers: [] },
  reports: { operation: 'post', consumers: [] }, // too rare to count
}

/** Returns the microseconds of the busiest consumer of a topic for one of its events; zero if no service consumes it. */
export function findConsumerUs(costs: MeasuredCosts, topic: Topic): number {
  const { operation, consumers } = CONSUMER_SAMPLES[topic]
  const cost = costs.operations[operation]
  return Math.max(0, ...consumers.map((name) => cost.cpuUs[name] / cost.events[topic]))
}

/** Returns the bytes that are stored after a year if the operation runs once a day. */
function countBytesAfterYear({ storedBytes }: OperationCost): number {
  return storedBytes.reduce(
    (sum, { retention, bytes }) =>
      sum + bytes * (retention === 'always' ? DAYS_PER_YEAR : Math.min(retention, DAYS_PER_YEAR)),
    0,
  )
}

/** Returns by how many bytes a photograph is larger than the picture of the benchmark. */
const getPictureExcess = ({ operations }: MeasuredCosts, { pictureBytes }: Usage): number =>
  Math.max(0, pictureBytes.shown - operations.pictureView.bytesOut)

const isSocketProcess = (name: ScalableProcess): name is 'gateway' | 'chat' => name === 'gateway' || name === 'chat'

export const listOperations = (): OperationName[] => Object.keys(OPERATIONS) as OperationName[]

const mapProcesses = (read: (name: ScalableProcess) => number) =>
  Object.fromEntries(SCALABLE_PROCESSES.map((name) => [name, read(name)])) as Record<ScalableProcess, number>
const mapDatabases = (read: (name: DatabaseName) => number) =>
  Object.fromEntries(DATABASES.map((name) => [name, read(name)])) as Record<DatabaseName, number>
const mapTopics = (read: (topic: Topic) => number) =>
  Object.fromEntries(TOPICS.map((topic) => [topic, read(topic)])) as Record<Topic, number>
