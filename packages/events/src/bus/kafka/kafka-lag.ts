import type { Metrics } from '@meadow/service'
import type { Admin } from 'kafkajs'
import { CONSUMER_LAG_METRIC, type Subscription } from '../bus.ts'
import type { PartitionRange } from './kafka-partition-reader.ts'
import type { ReconnectingClient } from './reconnecting-client.ts'

/** The lag of a group in a topic, and the unread range of each partition. The topic name includes the prefix. */
export type TopicLag = { topic: string; lag: number; unread: Required<Omit<PartitionRange, 'topic'>>[] }

/** Reads the lag of a group in each topic. All names include the prefix. */
export async function readTopicLags(admin: Admin, group: string, topics: readonly string[]): Promise<TopicLag[]> {
  if (topics.length === 0) return []
  const groupOffsets = await admin.fetchOffsets({ groupId: group, topics: [...topics] })
  return Promise.all(
    groupOffsets.map(async ({ topic, partitions }) => {
      const committed = new Map(partitions.map(({ partition, offset }) => [partition, BigInt(offset)]))
      const unread: TopicLag['unread'] = []
      let lag = 0n
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        const next = committed.get(partition) ?? -1n
        const offset = next < BigInt(low) ? BigInt(low) : next // nothing was committed, or retention deleted the event
        if (offset >= BigInt(high)) continue
        lag += BigInt(high) - offset
        unread.push({ partition, offset: String(offset), until: high })
      }
      return { topic, lag: Number(lag), unread }
    }),
  )
}

type LagMetricsDeps = { admin: ReconnectingClient<Admin>; prefix: string; subscriptions: Iterable<Subscription> }

/** Registers the lag of this process's subscriptions. */
export function registerKafkaLagMetrics(metrics: Metrics, { admin, prefix, subscriptions }: LagMetricsDeps): void {
  metrics.gauge(CONSUMER_LAG_METRIC, () =>
    admin.use(async (connected) => {
      const samples = [...subscriptions].map(async ({ group, topics }) => {
        const names = topics.map((topic) => prefix + topic)
        const lags = await readTopicLags(connected, prefix + group, names)
        return lags.map(({ topic, lag }) => ({ labels: { group, topic: topic.slice(prefix.length) }, value: lag }))
      })
      return (await Promise.all(samples)).flat()
    }),
  )
}
