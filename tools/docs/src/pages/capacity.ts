import { TOPIC_PARTITIONS, TOPICS } from '@meadow/contracts'
import { sortLimitsByMembers } from '../../../bench/src/capacity/capacity-limits.ts'
import {
  type CapacityModel,
  type CapacityPlan,
  listOperations,
  planCapacity,
} from '../../../bench/src/capacity/capacity-plan.ts'
import { DATABASES, OPERATIONS, SCALABLE_PROCESSES } from '../../../bench/src/capacity/operation-costs.ts'
import { listRemarks } from '../../../bench/src/capacity/remarks.ts'
import { formatBytes, formatNumber } from '../../../bench/src/capacity/units.ts'
import { formatCode, formatTable } from '../table.ts'

const STAGES = [10_000, 1_000_000, 100_000_000]

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0)
const formatPercent = (share: number): string => `${Math.round(share * 100)} %`

/** Creates the page of measured costs, and of what installations of several sizes need by them. */
export function renderCapacityPage(model: CapacityModel): string {
  const { costs, deployment } = model
  const { machine } = costs
  return `# Capacity

How many processes, connections and bytes a number of members needs, and what breaks first when an installation grows. The costs
are measured, the usage is assumed, and everything else is computed from both (\`tools/bench/src/capacity/\`):

| command | effect |
| --- | --- |
| \`npm run bench -- cost\` | measures the costs on this machine, about ten minutes |
| \`npm run documents\` | computes this page |

To plan for another usage, change \`tools/bench/src/capacity/usage.ts\`.

## Measured costs

Measured on ${costs.measuredAt} with Node ${machine.node} and PostgreSQL ${machine.postgres} on ${machine.cores} shared cores${machine.cpu ? ` (${machine.cpu})` : ''}. The load average
of the machine was ${machine.load.join(' before and ')} after, most of it other work, which makes processor time longer (caches and
hyper-threads are shared). So plan with a measurement on the machines that you will use.

The whole product ran on PostgreSQL alone, with 10,000 members, 48 follows each, and 10,000 posts. **Kafka, MongoDB, Redis and S3 are
not measured here**: their servers have costs of their own, and so have the adapters. Each operation was repeated 20 to 500 times by
four callers; the figures are the differences of the counters of all processes until every consumer had handled the events, without
the work of an idle product, divided by the number of repetitions. No socket was connected, except for messages.

### Processor time

Microseconds per operation, with all effects in other services. A tick of the counters is 10 ms, so figures below 50 are noise.

${renderProcessorTable(model)}

Signing up and in is the Argon2id hash of the password, which is meant to be expensive.

### Bytes, rows and events

Bytes are those of the browser's connection, with headers; those of sockets are not counted. Rows are inserted, updated or deleted ones in all databases; 'stored' is
what remains of them for good, with indexes; a row counts with the average size of its table, so rows of small tables count too
much. The write-ahead log contains whole pages after each checkpoint, so it depends on how far the rows are apart. 'For a time' is deleted after 1 to 90 days ([retention](retention.md)).

${renderDataTable(model)}

### Sockets

${renderSocketTable(model)}

A push is one message to one of 500 sockets, when an author whom all follow publishes a post. The last row is an event that another
instance of chat has consumed and forwarded through PostgreSQL.
${listRemarks(costs)
  .map(
    (remark) => `
- ${remark}`,
  )
  .join('')}

## Assumed usage

${renderUsageTable(model)}

Sources: Facebook in 2013 had [1.15 billion members, 350 million photographs, 4.75 billion posts and comments, 4.5 billion likes and 10
billion messages a day](http://www.theverge.com/2013/9/17/4741332/facebook-users-have-uploaded-a-quarter-trillion-photos-since-launch),
and [about half of its members](https://learnlater.com/summary/facebook-communication/5616) were active each day. Its pictures
[peaked at 300,000 a second with 15 billion a day](http://www.newlaunches.com/archives/facebook_hits_10000000000_photos_and_counting.php), 1.7 times the mean; a
community of one time zone has a higher peak, so we plan with ${model.usage.peakFactor}. All other numbers are guesses.

Deployment: an instance uses at most ${formatPercent(deployment.utilization)} of one core at the peak, a service has at least ${deployment.minReplicas} instances, an instance has up to
${deployment.connectionsPerReplica} connections to PostgreSQL, a database server has ${deployment.databaseCores} cores and ${formatBytes(deployment.databaseBytes)}, and accepts ${deployment.maxConnections} connections.

## What members need

At the peak of a day, after a year. Rates are per second. 'not possible' means that no number of instances is enough
([why](#what-breaks-first)); connections and memory then count the instances that would be needed without that limit.

${renderStageTable(model)}

Partitions are those that the busiest consumer of a topic needs, as one instance handles a partition. By default there are
${TOPICS.map((topic) => `${TOPIC_PARTITIONS[topic]} for ${formatCode(topic)}`).join(', ')}. \`BUS_URL\` can demand more of all but \`members\` before the topics exist. The
bus stores its bytes for 7 days, and Kafka in each replica.

## What breaks first

Each limit alone, if all others are solved, in the order in which a growing installation reaches them. The first rows are ordinary steps of
growth; rows with 'not solved' are the end of this design.

${renderLimitTable(model)}

These limits depend on one post or member, not on the number of members:

| limit | what happens |
| --- | --- |
| follows of one member | one transaction after the other; beyond 100 waiting the rest get 503 ([ADR 30](adr/0030-a-popular-row-has-a-queue-of-its-own.md)) |
| likes of one post | one transaction for up to 64 of them; beyond 128 waiting the rest get 503 ([ADR 44](adr/0044-likes-of-a-post-are-written-in-batches.md)). \`npm run faults -- hot\` measures it |
| followers of one author | a post is found when a follower reads the feed, so publishing does not depend on them; but it is pushed to each follower who is online |
| follows of one reader | the feed searches the newest 1,000 posts of all members; if too few of them are by followed members, it compares the newest of each of these, at most 7,500: ten times the usual cost at 5,000 |
| sockets of one member | the oldest beyond 20 on an instance is closed |

## What this does not show

- No installation of these sizes has ever run. Above the measured machine, everything is a linear calculation: it has no contention, no
  slow disks, no network between regions, and no caches that become too small.
- Processor time of PostgreSQL is divided among the databases by the time in which statements were active.
- Events were handled one or a few at a time. In a backlog, batches of up to 200 cost a fraction
  ([benchmarks](benchmarks.md#events)), so the limits of consumers are pessimistic.
- Pictures were drawings with small files. The bytes of photographs are assumed; a photograph of a camera also takes longer to encode.
`
}

function renderProcessorTable({ costs }: CapacityModel): string {
  const rows = listOperations().map((name) => {
    const { cpuUs, databaseCpuUs } = costs.operations[name]
    const ours = sumOf(Object.values(cpuUs))
    const database = sumOf(Object.values(databaseCpuUs))
    return [
      OPERATIONS[name],
      ...SCALABLE_PROCESSES.map((process) => formatMicroseconds(cpuUs[process])),
      formatMicroseconds(database),
      formatMicroseconds(ours + database),
    ]
  })
  return formatTable(['operation', ...SCALABLE_PROCESSES, 'PostgreSQL', 'all'], rows)
}

const formatMicroseconds = (us: number): string => (us < 0.5 ? '' : Math.round(us).toLocaleString('en'))

function renderDataTable({ costs }: CapacityModel): string {
  const rows = listOperations().map((name) => {
    const { bytesIn, bytesOut, rows: written, transactions, walBytes, events, storedBytes } = costs.operations[name]
    const bytesOf = (isPermanent: boolean) =>
      sumOf(storedBytes.filter(({ retention }) => (retention === 'always') === isPermanent).map(({ bytes }) => bytes))
    return [
      OPERATIONS[name],
      ...(name === 'socket' ? ['', ''] : [formatNumber(bytesIn), formatNumber(bytesOut)]),
      formatNumber(sumOf(DATABASES.map((database) => written[database]))),
      formatNumber(transactions),
      formatNumber(walBytes),
      TOPICS.flatMap((topic) => (events[topic] >= 0.005 ? [`${formatNumber(events[topic])} ${topic}`] : [])).join(', '),
      formatNumber(bytesOf(true)),
      formatNumber(bytesOf(false)),
    ]
  })
  return formatTable(
    ['operation', 'bytes in', 'bytes out', 'rows', 'transactions', 'WAL bytes', 'events', 'bytes stored', 'for a time'],
    rows,
  )
}

function renderSocketTable({ costs: { sockets } }: CapacityModel): string {
  return formatTable(
    ['', 'gateway', 'chat'],
    [
      [
        'memory of an open socket',
        `${formatNumber(sockets.memoryKib.gateway)} KiB`,
        `${formatNumber(sockets.memoryKib.chat)} KiB`,
      ],
      [
        'a minute of an idle socket',
        `${formatMicroseconds(sockets.idleUsPerMinute.gateway)} us`,
        `${formatMicroseconds(sockets.idleUsPerMinute.chat)} us`,
      ],
      ['a push', `${formatNumber(sockets.pushUs.gateway)} us`, `${formatNumber(sockets.pushUs.chat)} us`],
      ['an event from another instance', '', `${formatMicroseconds(sockets.peerEventUs)} us`],
    ],
  )
}

function renderUsageTable({ usage }: CapacityModel): string {
  return formatTable(
    ['assumption', 'value'],
    [
      ['members who are active on a day', formatPercent(usage.dailyActiveShare)],
      ['rate at the peak, compared with the mean of the day', `${usage.peakFactor}`],
      ['active members who are online at the peak', formatPercent(usage.onlineShareAtPeak)],
      ['sockets of an online member', `${usage.socketsPerOnlineMember}`],
      ['followers of an author', `${usage.followers}`],
      ['sockets that watch a post that is liked', `${usage.watchersPerPost}`],
      [
        'a photograph',
        `${formatBytes(usage.pictureBytes.stored)} in all widths, ${formatBytes(usage.pictureBytes.shown)} shown`,
      ],
      [
        'an active member on a day',
        listOperations()
          .map((name) => `${OPERATIONS[name]} ${usage.actionsPerActiveDay[name]}`)
          .join('; '),
      ],
    ],
  )
}

function renderStageTable(model: CapacityModel): string {
  const plans = STAGES.map((members) => planCapacity(model, members))
  const row = (name: string, read: (plan: CapacityPlan) => string) => [name, ...plans.map(read)]
  const numberRow = (name: string, read: (plan: CapacityPlan) => number) =>
    row(name, (plan) => formatNumber(read(plan)))
  const byteRow = (name: string, read: (plan: CapacityPlan) => number) => row(name, (plan) => formatBytes(read(plan)))
  return formatTable(
    ['', ...STAGES.map((members) => `${formatNumber(members)} members`)],
    [
      numberRow('requests', ({ requests }) => requests),
      ...SCALABLE_PROCESSES.map((name) =>
        row(
          `${name}: cores, instances`,
          ({ cores, replicas }) => `${formatNumber(cores[name])}, ${formatNumber(replicas[name])}`,
        ),
      ),
      row('chat: cores in each instance for events of the others', ({ peerEventCores }) =>
        formatNumber(peerEventCores),
      ),
      numberRow('connections to PostgreSQL', ({ connections }) => connections),
      ...DATABASES.map((name) => numberRow(`PostgreSQL, ${name}: cores`, ({ databaseCores }) => databaseCores[name])),
      numberRow('transactions', ({ transactions }) => transactions),
      numberRow('rows written', ({ rows }) => rows),
      byteRow('write-ahead log', ({ walBytes }) => walBytes),
      byteRow('stored after a year', ({ storedBytes }) => storedBytes),
      ...TOPICS.map((topic) =>
        row(
          `events of ${formatCode(topic)}, partitions`,
          ({ events, partitions }) => `${formatNumber(events[topic])}, ${formatNumber(partitions[topic])}`,
        ),
      ),
      byteRow('bus', ({ eventBytes }) => eventBytes),
      numberRow('sockets', ({ sockets }) => sockets),
      numberRow('pushes', ({ pushes }) => pushes),
      byteRow('memory of all instances of chat', ({ memoryBytes }) => memoryBytes.chat),
      byteRow('memory of all gateways', ({ memoryBytes }) => memoryBytes.gateway),
      byteRow('to browsers', ({ bytesOut }) => bytesOut),
      byteRow('pictures (S3) after a year', ({ mediaBytes }) => mediaBytes),
    ],
  )
}

function renderLimitTable(model: CapacityModel): string {
  const rows = sortLimitsByMembers(model).map(({ limit: { name, change }, members }) => [
    members === undefined ? 'never' : formatNumber(members),
    name,
    change,
  ])
  return formatTable(['members', 'limit', 'what changes then'], rows)
}
